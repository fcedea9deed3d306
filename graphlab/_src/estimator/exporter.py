"""Exporters: which models train_and_evaluate exports."""

import os

from graphlab._src.base import logging
from graphlab._src.io import file_system
from graphlab._src.summary.iterator import summary_iterator


class Exporter:
    """The base of exporters."""

    @property
    def name(self):
        """The name of the folder below `export`."""
        raise NotImplementedError

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        """Exports a model if it is worth it; the path, or None."""
        raise NotImplementedError


class _ToSavedModel(Exporter):
    """What the exporters below share."""

    def __init__(self, name, serving_input_receiver_fn, assets_extra, as_text, exports_to_keep=None):
        if exports_to_keep is not None and exports_to_keep <= 0:
            raise ValueError(f"`exports_to_keep`, if provided, must be a positive number. Got {exports_to_keep}")
        self._name = name
        self._serving_input_receiver_fn = serving_input_receiver_fn
        self._options = {"assets_extra": assets_extra, "as_text": as_text}
        self._exports_to_keep = exports_to_keep

    @property
    def name(self):
        return self._name

    def _write(self, estimator, export_path, checkpoint_path):
        found = estimator.export_saved_model(
            export_path, self._serving_input_receiver_fn, checkpoint_path=checkpoint_path, **self._options
        )
        if self._exports_to_keep is not None:
            folders = sorted(name for name in os.listdir(export_path) if len(name) == 10 and name.isdigit())
            for name in folders[: -self._exports_to_keep]:
                file_system.rmtree(os.path.join(export_path, name))
        return found


class FinalExporter(_ToSavedModel):
    """Exports the model at the end of training."""

    def __init__(self, name, serving_input_receiver_fn, assets_extra=None, as_text=False):
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text)

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        if not is_the_final_export:
            return None
        logging.info("Performing the final export in the end of training.")
        return self._write(estimator, export_path, checkpoint_path)


class LatestExporter(_ToSavedModel):
    """Exports the model after each evaluation, and keeps the last exports_to_keep."""

    def __init__(self, name, serving_input_receiver_fn, assets_extra=None, as_text=False, exports_to_keep=5):
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text, exports_to_keep)

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        return self._write(estimator, export_path, checkpoint_path)


def _loss_smaller(best_eval_result, current_eval_result):
    for name, found in (("best_eval_result", best_eval_result), ("current_eval_result", current_eval_result)):
        if not found or "loss" not in found:
            raise ValueError(f"{name} cannot be empty or no loss is found in it.")
    return best_eval_result["loss"] > current_eval_result["loss"]


class BestExporter(_ToSavedModel):
    """Exports the model when it is better than all before.

    compare_fn(best_eval_result, current_eval_result): true when the current one is better; a smaller loss when left out.
    event_file_pattern: below the model's folder, the results of earlier programs.
    """

    def __init__(
        self,
        name="best_exporter",
        serving_input_receiver_fn=None,
        event_file_pattern="eval/*.tfevents.*",
        compare_fn=_loss_smaller,
        assets_extra=None,
        as_text=False,
        exports_to_keep=5,
    ):
        if compare_fn is None:
            raise ValueError("`compare_fn` must not be None.")
        super().__init__(name, serving_input_receiver_fn, assets_extra, as_text, exports_to_keep)
        self._is_better = compare_fn
        self._pattern = event_file_pattern
        self._folder = None
        self._best = None

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        if self._folder != estimator.model_dir and self._pattern:
            self._folder = estimator.model_dir
            self._best = self._written_before(os.path.join(self._folder, self._pattern), eval_result)
        if self._best is not None and not self._is_better(best_eval_result=self._best, current_eval_result=eval_result):
            return None
        logging.info("Performing best model export.")
        self._best = eval_result
        return self._write(estimator, export_path, checkpoint_path)

    def _written_before(self, pattern, eval_result):
        """The best result in event files, but for the one that was just written."""
        best = None
        for path in file_system.glob(pattern):
            for event in summary_iterator(path):
                found = {one.tag: one.simple_value for one in event.summary.value if one.HasField("simple_value")}
                if not found or event.step == eval_result.get("global_step"):
                    continue
                if best is None or self._is_better(best_eval_result=best, current_eval_result=found):
                    best = found
        return best
