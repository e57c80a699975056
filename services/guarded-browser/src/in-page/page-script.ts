/** A function that runs in a page, on one argument; both go there, and its answer comes back, as JSON. */
export interface PageScript<Input, Output> {
  /** An expression. */
  readonly source: (input: Input) => string;
  /** Type of the answer; never there. */
  readonly output?: Output;
}

/**
 * Takes `main` and the functions that it calls by their names as they are written. They know no other name of their module: what else
 * they need is in the argument.
 */
export function pageScript<Input, Output>(
  main: (input: Input) => Output,
  parts: readonly ((...input: never[]) => unknown)[] = [],
): PageScript<Input, Output> {
  const functions = [...parts, main].join('\n');
  return { source: (input) => `(() => {\n${functions}\nreturn ${main.name}(${JSON.stringify(input)});\n})()` };
}
