import escapeHtml from 'escape-html';

/** Text that is HTML: made by `html`, so that everything from elsewhere in it has been escaped. */
class EscapedHtml {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = EscapedHtml;

/** What may fill a hole: HTML as it is, several one after the other, text and numbers escaped, and nothing. */
type Hole = Html | readonly Html[] | string | number | undefined;

/** HTML from a template. Attributes with holes must be quoted. */
export function html(strings: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  return new EscapedHtml(strings.map((text, place) => text + textOf(holes[place])).join(''));
}

/** A style element of our own, which no escaping may touch. */
export function styleElement(css: string): Html {
  return new EscapedHtml(`<style>${css}</style>`);
}

/** A script of our own, which no escaping may touch. */
export function scriptElement(script: string): Html {
  return new EscapedHtml(`<script>${script}</script>`);
}

/** HTML that a library has made of text of our own, which no escaping may touch. */
export function ownHtml(text: string): Html {
  return new EscapedHtml(text);
}

function textOf(hole: Hole | Html): string {
  if (hole === undefined) return '';
  if (hole instanceof EscapedHtml) return hole.toString();
  return typeof hole === 'object' ? hole.map(textOf).join('') : escapeHtml(String(hole));
}
