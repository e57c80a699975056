/** Separators between the parts of a cell, in files of any program. */
const SEPARATOR = /[;,|\n]|:::/;

/** The apostrophe that keeps a spreadsheet from running a text as a formula, before such a text or before further apostrophes. */
const MARK = /^'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** A list as one cell. Ambiguous parts are quoted, with quotation marks inside doubled. */
export function joinParts(parts: readonly string[]): string {
  const isUnclear = (part: string): boolean => part.startsWith('"') || SEPARATOR.test(part);
  return parts.map((part) => (isUnclear(part) ? `"${part.replaceAll('"', '""')}"` : part)).join('; ');
}

/**
 * Reads a list from a cell; parts are trimmed and may be empty. `separator` is a pattern without flags. Quotation marks that `joinParts` would not
 * have added belong to the text.
 */
export function partsReader(separator: RegExp): (cell: string) => Generator<string> {
  // White space excludes line breaks: otherwise runs of empty lines would be scanned again from each line.
  const quoted = new RegExp(String.raw`[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*(?:${separator.source}|$)`, 'y');
  const end = new RegExp(`${separator.source}|$`, 'g');
  return function* readParts(cell) {
    let at = 0;
    while (at < cell.length) {
      quoted.lastIndex = at;
      const [whole = '', inner = ''] = quoted.exec(cell) ?? [];
      if (inner.includes('"') || SEPARATOR.test(inner)) {
        at += whole.length;
        yield inner.replaceAll('""', '"').trim();
      } else {
        end.lastIndex = at;
        const [found = ''] = end.exec(cell) ?? [];
        const from = at;
        at = Math.max(end.lastIndex, at + 1);
        yield cell.slice(from, at - found.length).trim();
      }
    }
  };
}

/** Doubles a text's own leading apostrophe where `readText` would take it for a mark. */
export function keepApostrophe(text: string): string {
  return MARK.test(text) ? `'${text}` : text;
}

/** The text of a cell, trimmed and without the mark. */
export function readText(cell: string): string {
  return cell.trim().replace(MARK, '');
}
