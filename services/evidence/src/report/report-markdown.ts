import { cutText } from '@svc/video-pages/views/plain-text';
import type { Context } from '../context.js';
import type { EvidenceRequest } from '../request/read-request.js';
import type { Answer } from '../schemas/tool-output.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import { bytesOf, markdownText } from './markdown-text.js';

const BYTES_MAX = 20_480;
/** Bytes reserved for the line with the number of omitted rows. */
const LAST_LINE_BYTES = 100;
/** Maximum length of a text in the report. */
const TEXT_LENGTH_MAX = 200;

/** Formats the report as Markdown, of at most 20 KiB: the request, then each row with its gate. */
export function reportMarkdown(
  title: string,
  request: EvidenceRequest,
  { summary, workflow, verificationRows }: Answer<'proof_run_harness'>,
  { asOf, timeZone }: Context,
): string {
  const head = [
    `# ${title}`,
    '',
    `- Asked for: ${asked(request)}`,
    `- Workflow: ${markdownText(workflow)}`,
    `- As of: ${asOf.toISOString()} (${markdownText(timeZone)})`,
    `- Rows: ${summary.rows}, ready ${summary.ready}, blocked ${summary.blocked}, existing ${summary.existing}, duplicates ${summary.duplicates}`,
    '',
    'Nothing was written. Only rows that are ready may be proposed for writing.',
  ];
  let markdown = `${head.join('\n')}\n`;
  for (const [index, row] of verificationRows.entries()) {
    const part = `\n${describeRow(row)}\n`;
    if (bytesOf(markdown) + bytesOf(part) > BYTES_MAX - LAST_LINE_BYTES) {
      return `${markdown}\n${verificationRows.length - index} more rows are in \`verificationRows\`.\n`;
    }
    markdown += part;
  }
  return markdown;
}

function shown(text: string | null): string {
  return text === null ? 'none' : markdownText(cutText(text, TEXT_LENGTH_MAX));
}

function asked({ days, promoCodes, query, account, brands }: EvidenceRequest): string {
  const named = account && (account.handle ?? account.url);
  const parts = [
    days === null ? 'no date' : days.from === days.to ? days.from : `${days.from} to ${days.to}`,
    ...promoCodes.map((code) => `code ${shown(code)}`),
    ...(query === null ? [] : [`words ${shown(query)}`]),
    ...(named ? [`account ${shown(named)}`] : []),
    ...(brands[0] === undefined ? [] : [`brand ${shown(brands[0])}`]),
  ];
  return parts.join(', ');
}

function describeRow(row: VerificationRow): string {
  const isReady = row.writeGate.state === 'ready_for_write_request';
  const count = row.viewCount?.value ?? null;
  const proof = [row.directProofStatus, row.directProofKind, row.directProofSource].filter((part) => part !== null);
  return [
    `## ${row.rowId}: ${isReady ? 'ready' : 'blocked'}`,
    '',
    `- Video: ${shown(row.sourceVideoUrl)}`,
    `- Screenshot: ${shown(row.screenshotId ?? row.screenshotLink)}${row.screenshotEvidenceClass === null ? '' : ` (${markdownText(row.screenshotEvidenceClass)})`}`,
    `- Views: ${count === null ? `none (${shown(row.viewCount?.reason ?? 'missing')})` : count}`,
    `- Direct proof: ${proof.map(markdownText).join(', ')}`,
    `- Heard or seen at: ${row.observedPromoAtSeconds === null ? 'no second' : `${row.observedPromoAtSeconds} s`}`,
    `- Date: ${markdownText(row.dateConfidence)}`,
    ...(isReady ? [] : [`- Reasons: ${row.writeGate.noWriteReasons.map(markdownText).join(', ')}`]),
  ].join('\n');
}
