const SAFE = /^[\w@%+=:,./-]+$/;
/** A placeholder to fill in. */
const PLACEHOLDER = /^<[A-Z-]+>$/;

/** Arguments as one line for a POSIX shell, in which nothing of them is anything but text. */
export function shellQuote(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}

function quoted(argument: string): string {
  if (SAFE.test(argument) || PLACEHOLDER.test(argument)) return argument;
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
