import { isMap, isScalar, type Pair, parseDocument } from 'yaml';

interface Value {
  readonly path: string;
  readonly unset: string;
  readonly meaning: string;
}

/** `values.yaml` as a Markdown table: every value whose comment begins with `--`. */
export function valuesTable(text: string): string {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) throw new Error('values.yaml is not a map.');
  const rows = contents.items.flatMap((pair) => describe(pair as Pair, '', text));
  const lines = rows.map(({ path, unset, meaning }) => `| \`${path}\` | ${unset} | ${meaning} |\n`);
  return ['| value | default | meaning |\n| --- | --- | --- |\n', ...lines].join('');
}

function describe(pair: Pair, parent: string, text: string): Value[] {
  if (!isScalar(pair.key)) return [];
  const path = `${parent}${String(pair.key.value)}`;
  const meaning = meaningBefore(text, pair.key.range?.[0] ?? 0);
  if (meaning !== undefined) return [{ path, unset: defaultOf(pair), meaning }];
  return isMap(pair.value) ? pair.value.items.flatMap((inner) => describe(inner, `${path}.`, text)) : [];
}

/** The comment directly above a key, if it is meant for the table. */
function meaningBefore(text: string, at: number): string | undefined {
  const line = text.slice(0, at).split('\n').at(-2)?.trim() ?? '';
  return line.startsWith('# -- ') ? line.slice('# -- '.length) : undefined;
}

function defaultOf({ value }: Pair): string {
  const unset: unknown = isScalar(value) ? value.value : (value as { toJSON?: () => unknown } | null)?.toJSON?.();
  return `\`${JSON.stringify(unset)}\``;
}
