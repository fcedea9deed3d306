/** Calls of `task` one after the other, each when the one before has ended, however that was. */
export function inOrder<Argument>(
  task: (argument: Argument) => Promise<void>,
): (argument: Argument) => Promise<void> {
  let last = Promise.resolve();
  return (argument) => {
    last = last.catch(() => {}).then(() => task(argument));
    return last;
  };
}
