/** Characters of one script that are parsed; longer ones are passed over. */
const SCRIPT_LENGTH_MAX = 4_194_304;
/** Values of one script that are looked at. */
const VALUES_MAX = 200_000;
/** Levels that are looked into. */
const DEPTH_MAX = 64;
/** Parts of one text that are read. */
const RUNS_MAX = 50;

export type JsonObject = { readonly [name: string]: unknown };

/** The value of a JSON text; undefined when it is none, or too long. */
export function parseJson(text: string): unknown {
  if (text.length > SCRIPT_LENGTH_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON that a script holds: all of it, or the object that it assigns to the variable `name` (`var name = {…};`, `window["name"] =
 * {…}`). Nothing is evaluated; undefined when there is none.
 */
export function extractJson(text: string, name: string): unknown {
  if (text.length > SCRIPT_LENGTH_MAX) return undefined;
  const whole = parseJson(text);
  if (whole !== undefined || name === '') return whole;
  const start = findAssigned(text, name);
  const end = start === null ? null : findObjectEnd(text, start);
  return start === null || end === null ? undefined : parseJson(text.slice(start, end));
}

/** Where the object begins that is assigned to a variable. */
function findAssigned(text: string, name: string): number | null {
  for (let named = text.indexOf(name); named >= 0; named = text.indexOf(name, named + name.length)) {
    const behind = named + name.length;
    const opener = /^["'\]\s]{0,8}=\s{0,8}(?=\{)/.exec(text.slice(behind, behind + 32));
    if (opener) return behind + opener[0].length;
  }
  return null;
}

/** Where the object that begins at `start` is closed; braces in strings do not count. */
function findObjectEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === '{') depth += 1;
    else if (!inString && character === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return null;
}

/** All objects in a value, the value first, level by level; bounded in number and depth. */
export function* objectsIn(value: unknown): Generator<JsonObject> {
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (isObject(item)) yield item;
      for (const child of Object.values(item)) {
        seen += 1;
        if (seen > VALUES_MAX) return;
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path of names and positions; undefined where it ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[step];
  }
  return current;
}

/** A text that is not blank, cut to a length; null for anything else. */
export function textOf(value: unknown, charactersMax: number): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return value.slice(0, charactersMax).toWellFormed().replaceAll('\0', '').trim();
}

/** The text of a list of parts such as `[{"text":"A "},{"text":"title"}]`. */
export function textOfRuns(runs: unknown): string {
  const texts = listOf(runs)
    .slice(0, RUNS_MAX)
    .map((run) => at(run, 'text'));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** A whole number that is not negative, as number or as digits (groups of three may be parted by commas); null for anything else. */
export function countOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^(?:\d{1,16}|\d{1,3}(?:,\d{3}){1,5})$/.test(value.trim());
  const count = isText ? Number(value.replaceAll(',', '')) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** The items of a list, or a single value as one item. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
