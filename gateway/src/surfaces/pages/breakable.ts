import { type Html, html } from '@svc/http-host/pages/html';

/** After a mark within a name or an address, such as a scope: there a narrow page may break it, and nowhere else. */
const BREAKS = /(?<=[/_:-]|[^/]\.)(?=[\w{.])/g;

/** A name or an address that breaks after its marks. */
export function breakable(text: string): Html {
  return html`${text.split(BREAKS).map((part, place) => (place === 0 ? html`${part}` : html`<wbr>${part}`))}`;
}

/** The same for every name in rendered Markdown; blocks of code stay as they are. */
export function withBreakableCode(rendered: string): string {
  return rendered.replaceAll(/(?<=(?<!<pre>)<code>)[^<]*/g, (name) => name.replaceAll(BREAKS, '<wbr>'));
}
