/** Returns a part of a response that the caller relies on and throws when it is unset; `name` is for the log. */
export function required<Part>(part: Part | null | undefined, name: string): Part {
  if (part === null || part === undefined) throw new Error(`The response has no ${name}.`);
  return part;
}
