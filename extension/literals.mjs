/** The literals in double quotes of a script, and their plurals: its texts are among them. */
export const literalsIn = (script) =>
  [...script.matchAll(/(?="((?:[^"\\\n]|\\.)*)")/g)].flatMap(([, text]) => [text, `${text}s`]);
