import { parseArgs } from 'node:util';
import { CommandFailure } from '../command-failure.js';
import { type OptionName, OPTIONS, OptionValues } from './option-table.js';

export type Mode = 'preflight' | 'collect';

export interface Arguments {
  readonly mode: Mode;
  readonly values: OptionValues;
}

/** Parses the arguments after the command's name; `help` when help is requested. Throws USAGE with the invalid option. */
export function readArguments(argv: readonly string[]): Arguments | 'help' {
  if (argv.includes('--help') || argv.includes('-h')) return 'help';
  const { mode, options } = parse(argv);
  const read = OptionValues.safeParse(options);
  if (read.success) return { mode, values: read.data };
  const details = read.error.issues.map(({ path: [name = '', index], message }) => ({
    path: `--${String(name)}${index === undefined ? '' : `[${String(index)}]`}`,
    message,
  }));
  const [first] = details;
  throw new CommandFailure('USAGE', `${first?.path} ${first?.message}.`, { details });
}

function parse(argv: readonly string[]): { mode: Mode; options: Record<string, unknown> } {
  const { tokens } = parseArgs({
    args: [...argv],
    options: parserOptions(),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const options: Record<string, unknown> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!isOption(name)) throw usage(`${rawName} is not an option. Run the command with --help.`);
    take(options, name, value);
  }
  const [mode, ...others] = words;
  if (mode !== 'preflight' && mode !== 'collect')
    throw usage('The first argument must be preflight or collect. Run the command with --help.');
  if (others.length > 0) throw usage(`"${others[0]}" belongs to no option. Quote values that contain spaces.`);
  return { mode, options };
}

function take(options: Record<string, unknown>, name: OptionName, value: string | undefined): void {
  const row: (typeof OPTIONS)[OptionName] = OPTIONS[name];
  if (!('value' in row)) {
    if (value !== undefined) throw usage(`--${name} takes no value.`);
    if (name in options) throw usage(`--${name} must be given once.`);
    options[name] = true;
    return;
  }
  if (value === undefined) throw usage(`--${name} needs a value: ${row.value}.`);
  if (!('timesMax' in row)) {
    if (name in options) throw usage(`--${name} must be given once.`);
    options[name] = value;
    return;
  }
  const values = (options[name] ??= []) as string[];
  if (values.length >= row.timesMax) throw usage(`--${name} must be given at most ${row.timesMax} times.`);
  values.push(value);
}

function parserOptions(): Record<string, { type: 'string' | 'boolean' }> {
  return Object.fromEntries(
    Object.entries(OPTIONS).map(([name, row]) => [name, { type: 'value' in row ? 'string' : 'boolean' }]),
  );
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

function usage(message: string): CommandFailure {
  return new CommandFailure('USAGE', message);
}
