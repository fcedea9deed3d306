/** The same function of a text, computed once for each: many operations share few texts. */
export function memoize<Result>(of: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = of(text);
      known.set(text, result);
    }
    return result;
  };
}
