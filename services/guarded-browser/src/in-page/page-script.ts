/** A function that runs in a page with one argument; its code is transferred as text, argument and result as JSON. */
export interface PageScript<Input, Output> {
  /** Builds the expression to evaluate. */
  readonly source: (input: Input) => string;
  /** Type of the result; never set. */
  readonly output?: Output;
}

/**
 * Creates a script from `main` and the functions that it calls, as source text. They cannot use any other names of their module: everything else must
 * be passed in the argument.
 */
export function pageScript<Input, Output>(
  main: (input: Input) => Output,
  parts: readonly ((...input: never[]) => unknown)[] = [],
): PageScript<Input, Output> {
  const functions = [...parts, main].join('\n');
  return { source: (input) => `(() => {\n${functions}\nreturn ${main.name}(${JSON.stringify(input)});\n})()` };
}
