/** Shared pieces of the parts of a shared page. */
import { type Html, html } from '@svc/http-host/pages/html';
import type { openShare } from '@svc/operations/public/open-share';
import type { OutputOf } from '@svc/operations/registry/define-operation';
import { createFormats, type Formats } from '@svc/web/shared/format';

export type Opened = OutputOf<typeof openShare>;
export type Fields = Opened['fields'];
export type SharedVideo = NonNullable<Opened['videos']>[number];
export type SharedViewLog = NonNullable<Opened['readings']>[number];
export type SharedScreenshot = NonNullable<Opened['screenshots']>[number];

/** Formats of numbers and of dates in the owner's calendar. */
export function formatsOf({ timeZone }: Pick<Opened, 'timeZone'>): Formats {
  return createFormats({ locale: 'en', timeZone });
}

export function table(columns: readonly (string | Html)[], rows: readonly Html[]): Html {
  return html`<table>
<thead><tr>${columns.map((column) => (typeof column === 'string' ? html`<th scope="col">${column}</th>` : column))}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

/** Header of a column of numbers. */
export function numberHead(name: string): Html {
  return html`<th scope="col" class="number">${name}</th>`;
}

export function link(url: string, text: string): Html | string {
  const isWeb = /^https?:\/\//.test(url);
  return isWeb ? html`<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>` : text;
}

/** A video's display name: its title, or its address without the common parts. */
export function nameOfVideo({ url, title }: Pick<SharedVideo, 'url' | 'title'>): string {
  return title ?? shortAddress(url);
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
