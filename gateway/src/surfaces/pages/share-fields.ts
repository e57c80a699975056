/** The fields of a shared record. */
import { type Html, html } from '@svc/http-host/pages/html';
import { labelOf } from '@svc/operations/schemas/field-label';
import type { Formats } from '@svc/web/shared/format';
import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { type Fields, link, type Opened, type SharedVideo } from './share-parts.js';

const AMOUNTS: readonly string[] = ['price', 'revenue'];
const PROGRESS: readonly string[] = ['viewsTarget', 'totalViews'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The progress of a deal's views, if both views and target are shown. */
export function renderProgress(fields: Fields, { count }: Formats): Html | undefined {
  const { viewsTarget, totalViews } = fields;
  if (!isProgress(fields) || typeof viewsTarget !== 'number' || typeof totalViews !== 'number') return undefined;
  const percent = count(Math.floor((totalViews / viewsTarget) * 100));
  return html`<p class="progress"><strong class="large">${count(totalViews)}</strong> of ${count(viewsTarget)} views, ${percent}%
<progress max="${viewsTarget}" value="${Math.min(totalViews, viewsTarget)}" aria-label="Progress to target">${percent}%</progress></p>
`;
}

function isProgress(fields: Fields): boolean {
  return PROGRESS.every((name) => typeof fields[name] === 'number') && fields.viewsTarget !== 0;
}

/**
 * The remaining fields of the record: its name is in the heading, the currency with the amount, the views with their target, and each video has its
 * platform.
 */
export function renderFields({ fields, videos = [] }: Opened, formats: Formats): Html | undefined {
  const hasAmount = AMOUNTS.some((name) => typeof fields[name] === 'number');
  const hasProgress = isProgress(fields);
  const rows = Object.entries(fields)
    .filter(
      ([name, value]) =>
        name !== 'name' &&
        !(name === 'currency' && hasAmount) &&
        !(hasProgress && PROGRESS.includes(name)) &&
        !(name === 'platform' && isOnOthers(value, videos)) &&
        value !== null &&
        !(Array.isArray(value) && value.length === 0),
    )
    .map(
      ([name, value]) =>
        html`<tr><th scope="row">${labelOf(name)}</th><td class="lines">${cellOf(name, value, fields, formats)}</td></tr>\n`,
    );
  return rows.length > 0 ? html`<h2>Details</h2>\n<table>\n${rows}</table>\n` : undefined;
}

/** Whether a video is on another platform than that of the deal, which users type. */
function isOnOthers(platform: unknown, videos: readonly SharedVideo[]): boolean {
  const known = Object.entries(PLATFORM_NAMES).find(
    ([key, name]) => typeof platform === 'string' && [key, name.toLowerCase()].includes(platform.trim().toLowerCase()),
  );
  return known !== undefined && videos.some((video) => video.platform !== known[0]);
}

function cellOf(name: string, value: unknown, { currency }: Fields, formats: Formats): Html | string {
  if (typeof value === 'number' && AMOUNTS.includes(name) && typeof currency === 'string') {
    return amountOf(value, currency);
  }
  if (name === 'handles' && Array.isArray(value)) return html`${value.map(handleLine)}`;
  if (name === 'promoLink' && typeof value === 'string') return link(value, value);
  if (name === 'status' && typeof value === 'string') return labelOf(value);
  return textOf(value, formats);
}

/** `€1,234,567.50`; always at most two decimals, regardless of the currency. */
function amountOf(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 2 }).format(amount);
}

/** A contact of an influencer: a platform, a name on it, and a link. */
function handleLine(value: unknown): Html {
  const { platform, handle, url } = value as { platform: string; handle: string; url: string | null };
  return html`${platform}: ${url === null ? handle : link(url, handle)}<br>`;
}

function textOf(value: unknown, formats: Formats): string {
  if (Array.isArray(value)) return value.map((each) => textOf(each, formats)).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value !== 'string') return JSON.stringify(value);
  return DATE.test(value) ? formats.day(value) : value;
}
