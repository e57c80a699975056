/** Generates the parts of the documentation that are derived from the sources. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCodes, SHARED_CODES } from '@svc/chassis/errors/error-codes';
import { oauthError } from '@svc/chassis/errors/oauth-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { describeSetting } from '@svc/topology/environment';
import { type Process, PROCESS_NAMES, PROCESSES, type ProcessName, settingsOf } from '@svc/topology/processes';
import { SECRET_SETTINGS, type SettingName, SETTINGS, START_SETTINGS } from '@svc/topology/settings';
import { alertsTable } from '../build/chart/alerts-table.ts';
import { CHART_FILES } from '../build/chart/chart-files.ts';
import { valuesTable } from '../build/chart/values-table.ts';
import { COMPOSE_FILES, composeSettings } from '../build/compose/compose-settings.ts';
import { ROOT } from '../stack/paths.ts';

const OWN_LISTS = globSync('{gateway/src,gateway/operations/src/run,services/*/src}/error-codes.ts', {
  cwd: ROOT,
}).toSorted();
const OWN_CODES = await Promise.all(
  OWN_LISTS.map(async (file) => (await import(join(ROOT, file))) as Readonly<Record<string, { codes: ErrorCodes }>>),
);

/** All lists of codes that callers may see in an error envelope: the shared one, and those of single services. */
export const CODE_LISTS: readonly ErrorCodes[] = [
  SHARED_CODES,
  ...OWN_CODES.flatMap((list) => Object.values(list)).map(({ codes }) => codes),
];

/** A generated part of a file, between two markers with its name. */
interface Part {
  readonly file: string;
  readonly name: string;
  readonly describe: () => string;
}

export const PARTS: readonly Part[] = [
  { file: 'docs/settings.md', name: 'settings', describe: describeSettings },
  { file: 'docs/processes.md', name: 'processes', describe: describeProcesses },
  { file: 'docs/api.md', name: 'error codes', describe: describeErrorCodes },
  { file: 'docs/api.md', name: 'codes of OAuth', describe: describeOAuthCodes },
  { file: 'charts/dealbridge/README.md', name: 'values', describe: describeValues },
  { file: 'docs/telemetry.md', name: 'alerts', describe: describeAlerts },
  { file: 'compose.yaml', name: 'settings', describe: composeSettings },
];

/** Fully generated files. */
export const FILES = [...CHART_FILES, ...COMPOSE_FILES];

/** Returns the actual and the expected text of the file. */
export function renew({ file, name, describe }: Part): { path: string; written: string; due: string } {
  const path = join(ROOT, file);
  const written = readFileSync(path, 'utf8');
  const place = file.endsWith('.yaml')
    ? new RegExp(`(?<=# ${name}: written by \`npm run docs\`\n)[^]*?(?=# end of ${name}\n)`)
    : new RegExp(`(?<=<!-- ${name}: written by \`npm run docs\` -->\n)[^]*?(?=<!-- end of ${name} -->)`);
  if (!place.test(written)) throw new Error(`${file} has no place for the ${name}.`);
  return { path, written, due: written.replace(place, () => describe()) };
}

function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function describeErrorCodes(): string {
  const all = CODE_LISTS.flatMap((codes) => Object.entries(codes));
  const rows = all.map(([code, { kind, meaning }]) => [HTTP_STATUS[kind], `\`${code}\``, meaning] as const);
  const internal = [
    500,
    '`INTERNAL`',
    'Something went wrong on our side. If it happens again, report the request id.',
  ] as const;
  return table(
    ['status', 'code', 'meaning'],
    [...rows, internal].toSorted(([left], [right]) => left - right),
  );
}

function describeOAuthCodes(): string {
  const rows = Object.entries(oauthError.codes).map(([code, { meaning }]) => [`\`${code}\``, meaning]);
  return table(['code', 'meaning'], rows);
}

function describeValues(): string {
  return valuesTable(readFileSync(join(ROOT, 'charts/dealbridge/values.yaml'), 'utf8'));
}

function describeAlerts(): string {
  return alertsTable(readFileSync(join(ROOT, 'charts/dealbridge/alerts/rules.yaml'), 'utf8'));
}

function describeSettings(): string {
  const names = Object.keys(SETTINGS) as SettingName[];
  const rows = names.map((name) => [`\`${name}\``, readersOf(name), defaultOf(name), meaningOf(name)]);
  return table(['setting', 'read by', 'default', 'meaning'], rows);
}

/** Table of the settings required by each process, including addresses of others. */
function describeProcesses(): string {
  const rows = PROCESS_NAMES.map((name) => [
    name,
    `\`dist/${name}.js\``,
    listOf(Object.values(PROCESSES[name].listeners)),
    listOf(requiredBy(name)),
  ]);
  return table(['process', 'runs', 'listens at', 'needs'], rows);
}

/** Required settings of a process; names that are not in the settings table are addresses of other processes. */
function requiredBy(name: ProcessName): string[] {
  const listeners: readonly string[] = Object.values(PROCESSES[name].listeners);
  return settingsOf(name).filter(
    (setting) => !listeners.includes(setting) && (!isSetting(setting) || describeSetting(setting).isRequired),
  );
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function readersOf(name: SettingName): string {
  const readers = PROCESS_NAMES.filter((process) => (PROCESSES[process] as Process).settings.includes(name));
  if (START_SETTINGS.has(name)) return '`npm start`';
  return readers.length === PROCESS_NAMES.length ? 'all' : readers.join(', ');
}

function defaultOf(name: SettingName): string {
  const { isRequired, unset } = describeSetting(name);
  if (isRequired) return 'required';
  return unset === undefined ? '' : `\`${JSON.stringify(unset).replaceAll('"', '')}\``;
}

function meaningOf(name: SettingName): string {
  return `${SETTINGS[name].description}${SECRET_SETTINGS.has(name) ? ' Secret.' : ''}`;
}

if (import.meta.main) {
  for (const part of PARTS) {
    const { path, due } = renew(part);
    writeFileSync(path, due);
  }
  for (const { path, write } of FILES) writeFileSync(path, write());
}
