import type { EvidenceOutput } from '@svc/evidence/schemas/tool-output';
import type { VerificationLink } from '@svc/evidence/schemas/verification-row';
import type { SurfaceContext } from '../run/operation-context.js';

/** The API in the tool's paths, which is the dashboard's. */
const TOOL_PATH = '/api';

/** Maps the paths to screenshots and existing rows in an answer to the API of the caller, who may not open those of the dashboard. */
export function shownEvidence({ apiPath, pathOrigin = '' }: SurfaceContext, answer: EvidenceOutput): EvidenceOutput {
  if (!('verificationRows' in answer)) return answer;
  const shownUrl = <Url extends string | null>(url: Url) =>
    url?.startsWith(`${TOOL_PATH}/`) ? `${pathOrigin}${apiPath}${url.slice(TOOL_PATH.length)}` : url;
  const shownLink = (link: VerificationLink) => ({
    ...link,
    url: shownUrl(link.url),
    screenshotLink: shownUrl(link.screenshotLink),
  });
  return {
    ...answer,
    verificationRows: answer.verificationRows.map((row) => ({
      ...row,
      screenshotLink: shownUrl(row.screenshotLink),
      verificationLinks: row.verificationLinks.map(shownLink),
    })),
    verificationLinks: answer.verificationLinks.map(shownLink),
  };
}
