import { invalidInput } from '@svc/chassis/errors/app-error';
import ICAL from 'ical.js';
import type { Handle } from '../contacts/contact.js';
import { NO_TEXT, RECORD_CHARACTERS_MAX, type RowText, TAGS_READ_MAX } from './file-row.js';
import { HANDLES_READ_MAX, readHandle } from './handle-text.js';

/** Properties with embedded files, which are not needed and would be most of the card. */
const EMBEDDED_FILE = /^(?:[\w-]{1,64}\.)?(?:PHOTO|LOGO|SOUND|KEY)[:;]/i;

/** Yields the cards of a vCard 3 or 4 file. An unreadable card becomes a row with the problem. Throws `invalid_input` for a file without cards. */
export async function* readVcards(slices: AsyncIterable<string>): AsyncGenerator<RowText> {
  const lines = new LineSplitter();
  const cards = new CardSplitter();
  let isEmpty = true;
  for await (const slice of slices) {
    for (const card of cards.take(lines.take(slice))) {
      isEmpty = false;
      yield readCard(card);
    }
  }
  for (const card of [...cards.take([lines.rest()]), ...cards.rest()]) {
    isEmpty = false;
    yield readCard(card);
  }
  if (isEmpty) throw invalidInput('content', 'must contain a vCard. Export the contacts as vCard 3.0 or 4.0.');
}

/** Splits a text that arrives in slices into lines, with any kind of line ending. */
class LineSplitter {
  #begun: string[] = [];
  #endedInReturn = false;

  /** Returns the lines that end in the slice. */
  take(slice: string): string[] {
    if (slice === '') return [];
    // A carriage return at the end of the previous slice has already ended the line.
    const text = this.#endedInReturn && slice.startsWith('\n') ? slice.slice(1) : slice;
    this.#endedInReturn = slice.endsWith('\r');
    const pieces = text.split(/\r\n|\n|\r/);
    const unended = pieces.pop() ?? '';
    const [first] = pieces;
    if (first === undefined) {
      this.#begun.push(unended);
      return [];
    }
    pieces[0] = [...this.#begun, first].join('');
    this.#begun = [unended];
    return pieces;
  }

  /** Returns the last line, which has no line ending. */
  rest(): string {
    return this.#begun.join('');
  }
}

/** The text of a card; null for one that is too long or has no end before the next card begins. */
type CardText = string | null;

/**
 * Unfolds lines (RFC 6350, 3.2): one that starts with a space or tab continues the previous one. Implemented here, because the parts of a line must
 * be joined only once, and because the end of a card, or an embedded file, may be folded too.
 */
class CardSplitter {
  /** Parts of a line that the next one may continue. */
  #pieces: string[] = [];
  #pieceCharacters = 0;
  #lines: string[] | null = null;
  #size = 0;

  /** Returns the cards that end before the last of these lines, which may be continued. */
  take(lines: readonly string[]): CardText[] {
    return lines.flatMap((line) => {
      if (isFolded(line)) {
        this.#addPiece(line.slice(1));
        return [];
      }
      const ended = this.#takeLine(this.#pieces.join(''));
      this.#pieces = [];
      this.#pieceCharacters = 0;
      this.#addPiece(line);
      return ended;
    });
  }

  /** Returns the card that the last line ends, or an unfinished one. */
  rest(): CardText[] {
    return [...this.#takeLine(this.#pieces.join('')), ...this.#unended()];
  }

  /** Appends a part of a line, unless it already makes its card too long. */
  #addPiece(piece: string): void {
    if (piece === '' || this.#pieceCharacters > RECORD_CHARACTERS_MAX) return;
    this.#pieces.push(piece);
    this.#pieceCharacters += piece.length;
  }

  #unended(): CardText[] {
    return this.#lines === null ? [] : [null];
  }

  #takeLine(line: string): CardText[] {
    if (isMark(line, 'BEGIN:VCARD')) {
      const unended = this.#unended();
      this.#lines = [line];
      this.#size = line.length;
      return unended;
    }
    if (this.#lines === null || EMBEDDED_FILE.test(line)) return [];
    this.#size += line.length + 1;
    const isTooLong = this.#size > RECORD_CHARACTERS_MAX;
    if (!isTooLong) this.#lines.push(line);
    if (!isMark(line, 'END:VCARD')) return [];
    const card = isTooLong ? null : this.#lines.join('\n');
    this.#lines = null;
    return [card];
  }
}

function isMark(line: string, mark: string): boolean {
  return line.slice(0, mark.length).toUpperCase() === mark && line.slice(mark.length).trim() === '';
}

function isFolded(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t');
}

function readCard(card: CardText): RowText {
  if (card === null) return unreadable('The card is too long, or has no END:VCARD.');
  let component: ICAL.Component;
  try {
    component = new ICAL.Component(ICAL.parse(card) as unknown[]);
  } catch {
    return unreadable('The card cannot be read. Export it as vCard 3.0 or 4.0.');
  }
  const first = (name: string): string => texts(component, name)[0] ?? '';
  const [lastName = '', firstName = ''] = components(component, 'n');
  return {
    ...NO_TEXT,
    name: first('fn') || `${firstName} ${lastName}`,
    email: first('email'),
    phone: first('tel').replace(/^tel:/i, ''),
    company: components(component, 'org')[0] ?? '',
    notes: texts(component, 'note').join('\n\n'),
    tags: texts(component, 'categories').slice(0, TAGS_READ_MAX),
    handles: handlesOf(component).slice(0, HANDLES_READ_MAX),
  };
}

/** Reads profiles from X-SOCIALPROFILE (or SOCIALPROFILE, RFC 9554), from properties named after platforms, and from URLs. */
function handlesOf(component: ICAL.Component): Handle[] {
  return component.getAllProperties().flatMap((property): Handle[] => {
    const { name } = property;
    const isProfile = name === 'x-socialprofile' || name === 'socialprofile';
    const ownPlatform = /^x-(youtube|tiktok|instagram|twitter|facebook|twitch)$/.exec(name)?.[1];
    if (!isProfile && name !== 'url' && ownPlatform === undefined) return [];
    const named = isProfile
      ? (property.getFirstParameter('type') ?? property.getFirstParameter('service-type'))
      : ownPlatform;
    const platform = named?.toLowerCase().replace(/^twitter$/, 'x') ?? null;
    return valuesOf(property).flatMap((value) => readHandle(value, platform) ?? []);
  });
}

/** Returns the non-empty values of all properties with the name. */
function texts(component: ICAL.Component, name: string): string[] {
  return component.getAllProperties(name).flatMap(valuesOf);
}

/** Returns the parts of the first property with the name, such as family and given name. */
function components(component: ICAL.Component, name: string): string[] {
  const value: unknown = component.getFirstProperty(name)?.getFirstValue();
  return (Array.isArray(value) ? value : [value]).map((part) => (typeof part === 'string' ? part.trim() : ''));
}

function valuesOf(property: ICAL.Property): string[] {
  const values: unknown[] = property.getValues();
  return values
    .filter((value) => typeof value === 'string' && value.trim() !== '')
    .map((value) => String(value).trim());
}

function unreadable(problem: string): RowText {
  return { ...NO_TEXT, problems: [problem] };
}
