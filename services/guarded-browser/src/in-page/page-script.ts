/** A function that runs in a page, with one argument; code, argument and result are transferred as text and JSON. */
export interface PageScript<Input, Output> {
  /** An expression. */
  readonly source: (input: Input) => string;
  /** Type of the result; never set. */
  readonly output?: Output;
}

/**
 * Takes `main` and the functions that it calls, as source text. They can use no other name of their module: everything else must be in the argument.
 */
export function pageScript<Input, Output>(
  main: (input: Input) => Output,
  parts: readonly ((...input: never[]) => unknown)[] = [],
): PageScript<Input, Output> {
  const functions = [...parts, main].join('\n');
  return { source: (input) => `(() => {\n${functions}\nreturn ${main.name}(${JSON.stringify(input)});\n})()` };
}
