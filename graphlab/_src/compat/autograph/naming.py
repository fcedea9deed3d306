"""tensorflow.python.autograph.core.naming: names of what a conversion makes, which are not in use."""

from collections.abc import Collection, Iterable


class Namer:
    """Makes names that are neither in a namespace nor made before."""

    def __init__(self, global_namespace: Collection[str]) -> None:
        self.global_namespace = global_namespace
        self.generated_names: set[str] = set()

    def class_name(self, original_fqn: str | tuple[str, ...]) -> str:
        """The name of a converted class: TfModuleClass of module.Class."""
        return self._noted(f"Tf{''.join(part[:1].upper() + part[1:] for part in _parts(original_fqn))}")

    def function_name(self, original_fqn: str | tuple[str, ...]) -> str:
        """The name of a converted function: tf__module_f of module.f."""
        return self._noted(f"tf__{'_'.join(_parts(original_fqn))}")

    def _noted(self, name: str) -> str:
        found, n = name, 0
        while found in self.global_namespace:
            n += 1
            found = f"{name}_{n}"
        self.generated_names.add(found)
        return found

    def new_symbol(self, name_root: str, reserved_locals: Iterable[str]) -> str:
        """A name that begins with name_root and is not reserved; a number at its end is counted up."""
        reserved = set(reserved_locals)
        strange = next((symbol for symbol in reserved if not isinstance(symbol, str)), None)
        if strange is not None:
            raise ValueError(f'Unexpected symbol type "{type(strange)}"')
        root, _, last = name_root.rpartition("_")
        root, n = (root, int(last)) if last.isdigit() else (name_root, 0)
        name = root
        while name in self.global_namespace or name in reserved or name in self.generated_names:
            n += 1
            name = f"{root}_{n}"
        self.generated_names.add(name)
        return name


def _parts(name: str | tuple[str, ...]) -> list[str]:
    return (".".join(name) if isinstance(name, tuple) else name).split(".")
