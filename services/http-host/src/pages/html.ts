import escapeHtml from 'escape-html';

/** Trusted HTML: built by `html`, which escapes all other values. */
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

/** Values of a placeholder: HTML unchanged, lists of HTML, text and numbers escaped, or nothing. */
type Hole = Html | readonly Html[] | string | number | undefined;

/** Builds HTML from a template. Attributes with placeholders must be quoted. */
export function html(strings: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  return new EscapedHtml(strings.map((text, place) => text + textOf(holes[place])).join(''));
}

/** Our own style element, which must not be escaped. */
export function styleElement(css: string): Html {
  return new EscapedHtml(`<style>${css}</style>`);
}

/** Our own script, which must not be escaped. */
export function scriptElement(script: string): Html {
  return new EscapedHtml(`<script>${script}</script>`);
}

/** Wraps HTML that a library created from our own text, which must not be escaped. */
export function ownHtml(text: string): Html {
  return new EscapedHtml(text);
}

function textOf(hole: Hole | Html): string {
  if (hole === undefined) return '';
  if (hole instanceof EscapedHtml) return hole.toString();
  return typeof hole === 'object' ? hole.map(textOf).join('') : escapeHtml(String(hole));
}
