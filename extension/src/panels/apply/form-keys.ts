/** What submits a form and what leaves it: Enter in a field, or its button, and Escape. */

export function formKeys(form: HTMLFormElement, submit: () => void, leave: () => void): void {
  form.onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  form.onkeydown = (event) => {
    const isField = (event.target as Element).matches("input, select");
    const submits = event.key === "Enter" && isField && !event.isComposing;
    if (event.key !== "Escape" && !submits) return;
    event.preventDefault();
    event.stopPropagation();
    if (submits) submit();
    else leave();
  };
}
