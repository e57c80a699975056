import { html, type Html } from '@svc/chassis/http/html';
import type { Approval, ShownApproval } from '@svc/operations/approvals/approval';
import type { z } from 'zod';
import { labelOf } from '@svc/operations/schemas/field-label';
import { notice } from './page-parts.js';

type Listed = z.output<typeof Approval>;
type Shown = z.output<typeof ShownApproval>;
type Change = NonNullable<Shown['diff']>[number];

/** Characters of one value; whoever needs more of it has the public API. */
const VALUE_CHARACTERS_MAX = 2_000;

/** Approvals that wait for a decision, each leading to its own page below `path`. */
export function renderApprovals(approvals: readonly Listed[], path: string): Html {
  if (approvals.length === 0) return html`<h1>Approvals</h1>\n<p>Nothing waits for your decision.</p>`;
  return html`<h1>Approvals</h1>
<p>Agents ask you to approve this:</p>
<ul>${approvals.map(
    (approval) => html`<li><a href="${`${path}/${approval.approvalId}`}">${visible(approval.summary)}</a><br>
${agentOf(approval)}, <span class="short">until ${minuteOf(approval.expiresAt)}</span></li>\n`,
  )}</ul>`;
}

/** What stands beside an approval. */
interface Surroundings {
  /** What the operation does in words of our own; undefined for one that is there no more. */
  readonly operationSummary: string | undefined;
  readonly listPath: string;
  /** What went wrong with the last form. */
  readonly problem: string | undefined;
}

/** One approval: to be decided, or how it was decided. What the agent says is its own words, and shown as text. */
export function renderApproval(approval: Shown, { operationSummary, listPath, problem }: Surroundings): Html {
  const isPending = approval.status === 'pending';
  return html`<h1>${TITLES[approval.status]}</h1>
${notice(problem)}${isPending ? undefined : html`<p>${explain(approval)}</p>\n`}<p class="large">${visible(approval.summary)}</p>
<table>
<tr><th scope="row">Asked by</th><td>${agentOf(approval)}</td></tr>
<tr><th scope="row">What runs</th><td>${operationSummary === undefined ? undefined : html`${operationSummary}<br>`}<code>${approval.operation}</code></td></tr>
<tr><th scope="row">Asked at</th><td>${minuteOf(approval.createdAt)}</td></tr>
</table>
${isPending && approval.destructive ? DELETION_WARNING : undefined}${describeChange(approval)}
${isPending ? decisionForm(approval) : undefined}<p><a href="${listPath}">What else waits for your decision</a></p>`;
}

const TITLES: Readonly<Record<Shown['status'], string>> = {
  pending: 'Approve this?',
  approved: 'Approved',
  denied: 'Refused',
  expired: 'Expired',
  executing: 'Approved',
  used: 'Done',
  unconfirmed: 'Perhaps done',
};

function explain({ status, expiresAt, usedAt }: Shown): string {
  switch (status) {
    case 'approved':
      return `The agent can do exactly this, once, until ${minuteOf(expiresAt)}. Go back to it; you can close this page.`;
    case 'used':
      return `The agent did this at ${minuteOf(usedAt ?? expiresAt)}.`;
    case 'denied':
      return 'The agent cannot do this.';
    default:
      return 'Nobody decided in time, or the agent is not connected any more. Let it ask again.';
  }
}

const DELETION_WARNING = html`<p class="notice"><strong>This deletes something for good.</strong> It cannot be brought back.</p>\n`;

function decisionForm({ expiresAt }: Shown): Html {
  return html`<p>You can decide until ${minuteOf(expiresAt)}. Once approved, the agent can do exactly this, once, within 15 minutes.</p>
<form method="post">
<p><button name="action" value="approve">Approve</button> <button class="plain" name="action" value="deny">Refuse</button></p>
</form>
`;
}

/** What would change, as far as that is known, otherwise what the agent sends. */
function describeChange({ destructive, diff, input }: Shown): Html | undefined {
  if (diff !== null && diff.length > 0) {
    // What is sent, whole: a difference cuts long texts.
    const after = (change: Change): unknown => input?.[change.field] ?? change.after;
    if (destructive)
      return valueTable(
        'What would be deleted',
        diff.map(({ field, before }) => [field, before]),
      );
    if (diff.every(({ before }) => before === null))
      return valueTable(
        'What would be entered',
        diff.map((change) => [change.field, after(change)]),
      );
    return table(
      'What would change',
      ['Before', 'After'],
      diff.map((change) => [change.field, change.before, after(change)]),
    );
  }
  return input === null ? undefined : valueTable('What the agent sends', Object.entries(input));
}

function valueTable(caption: string, rows: readonly (readonly [field: string, value: unknown])[]): Html {
  return table(caption, ['Value'], rows);
}

/** A row for each field: its name, and its values below their titles. */
function table(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly [field: string, ...values: unknown[]])[],
): Html {
  return html`<table>
<caption>${caption}</caption>
<tr><th scope="col">Field</th>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr>
${rows.map(([field, ...values]) => html`<tr><th scope="row">${visible(labelOf(field))}</th>${values.map(cell)}</tr>\n`)}</table>`;
}

/** Kept apart from what is around it, whatever the direction of its text. */
function cell(value: unknown): Html {
  return html`<td><bdi>${visible(textOf(value))}</bdi></td>`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—';
  const text = isTextList(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return '—';
  if (text.length <= VALUE_CHARACTERS_MAX) return text;
  return `${text.slice(0, VALUE_CHARACTERS_MAX)}… (${text.length.toLocaleString('en')} characters in all)`;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Characters that are not seen, or that turn the direction of what follows, show as what they are: something strange. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD');
}

function agentOf({ agentName }: Listed): string {
  return agentName === null ? 'An adapter of this installation' : visible(agentName);
}

/** `2026-01-31 09:30 UTC`. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
