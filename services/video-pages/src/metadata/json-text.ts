/** Maximum characters of a script; longer ones are skipped. */
const SCRIPT_LENGTH_MAX = 4_194_304;
/** Maximum values visited in one script. */
const VALUES_MAX = 200_000;
/** Maximum depth visited. */
const DEPTH_MAX = 64;
/** Maximum runs of one text. */
const RUNS_MAX = 50;

export type JsonObject = { readonly [name: string]: unknown };

/** Parses JSON; undefined when invalid or too long. */
export function parseJson(text: string): unknown {
  if (text.length > SCRIPT_LENGTH_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Extracts JSON from a script: all of it, or the object assigned to the variable `name` (`var name = {…};`, `window["name"] = {…}`).
 * Evaluates nothing; undefined when there is none.
 */
export function extractJson(text: string, name: string): unknown {
  if (text.length > SCRIPT_LENGTH_MAX) return undefined;
  const whole = parseJson(text);
  if (whole !== undefined || name === '') return whole;
  const start = findAssigned(text, name);
  const end = start === null ? null : findObjectEnd(text, start);
  return start === null || end === null ? undefined : parseJson(text.slice(start, end));
}

/** Returns where the object assigned to a variable starts. */
function findAssigned(text: string, name: string): number | null {
  for (let named = text.indexOf(name); named >= 0; named = text.indexOf(name, named + name.length)) {
    const behind = named + name.length;
    const opener = /^["'\]\s]{0,8}=\s{0,8}(?=\{)/.exec(text.slice(behind, behind + 32));
    if (opener) return behind + opener[0].length;
  }
  return null;
}

/** Returns where the object at `start` ends; braces in strings do not count. */
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

/** Yields all objects in a value, breadth first and including the value, within limits of count and depth. */
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

/** Returns the value at a path of keys and indexes; undefined when the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[step];
  }
  return current;
}

/** Returns a non-blank string truncated to a length; null for anything else. */
export function textOf(value: unknown, charactersMax: number): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return value.slice(0, charactersMax).toWellFormed().replaceAll('\0', '').trim();
}

/** Joins a list of text runs such as `[{"text":"A "},{"text":"title"}]`. */
export function textOfRuns(runs: unknown): string {
  const texts = listOf(runs)
    .slice(0, RUNS_MAX)
    .map((run) => at(run, 'text'));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** Returns a non-negative integer, from a number or digits with optional thousands commas; null for anything else. */
export function countOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^(?:\d{1,16}|\d{1,3}(?:,\d{3}){1,5})$/.test(value.trim());
  const count = isText ? Number(value.replaceAll(',', '')) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Returns the items of a list; a single value becomes one item. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
