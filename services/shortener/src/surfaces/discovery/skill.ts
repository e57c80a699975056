import type { HostParts } from '../calls/host-parts.js';
import { FAMILY } from '../routes/family.js';

export const SKILL_NAME = 'shortener';

export const SKILL_DESCRIPTION =
  'Create short links to web pages and photos, and read their clicks. Use when a user wants a short, shareable or trackable link.';

/** Instructions for agents (agentskills.io), with this host's URLs. */
export function describeSkill({ addresses: { origin }, baseUrl, appName, version }: HostParts): string {
  const api = `${origin}${FAMILY.api}`;
  return `---
name: ${SKILL_NAME}
description: ${SKILL_DESCRIPTION}
metadata:
  version: "${version}"
---

# ${appName} short links

## Without signing in

Plain links to public http(s) pages, ten an hour:

    curl -s ${api}/links -H 'Content-Type: application/json' -d '{"url":"https://example.com/page"}'

The response has \`shortUrl\`, \`statsUrl\` and \`claimToken\`, which is returned only once. To delete the link, send
\`DELETE ${api}/links/{shortId}\` with the header \`X-Claim-Token\`.

Without a token, \`slug\`, \`title\`, \`campaign\`, \`tags\` and \`expiresAt\` are refused with \`auth_required_for_customization\`.

## Signing in

1. \`POST ${api}/agent/register\` with JSON \`{"client_name":"…"}\` returns \`client_id\`. Keep it: links belong to it.
2. \`POST ${api}/agent/device_authorization\` (form: \`client_id\`, \`scope\`) returns \`device_code\`, \`user_code\` and \`verification_uri_complete\`.
   Show the code and the address to the user, who approves at ${baseUrl}/agent/authorize.
3. \`POST ${api}/agent/token\` (form: \`grant_type=urn:ietf:params:oauth:grant-type:device_code\`, \`device_code\`, \`client_id\`) every \`interval\`
   seconds until it returns \`access_token\`, which it returns only once. Store the token where only you can read it.

Send it as \`Authorization: Bearer …\`. No scope implies another: ${names(FAMILY.scopes.slice(0, -1))},
${names(FAMILY.scopes.slice(-1))}.

## With a token

| what | how |
|---|---|
| link with a custom name | \`POST ${api}/links {"url","slug?","title?","campaign?","tags?","expiresAt?","reuse?"}\` |
| photo | \`POST ${api}/photos {"image","title?","slug?","tags?"}\`, the image as base64 or data URL; or multipart/form-data |
| your links | \`GET ${api}/links\`, \`GET\`, \`PATCH\` and \`DELETE ${api}/links/{shortId}\` |
| clicks | \`GET ${api}/links/{shortId}/stats?from=YYYY-MM-DD&to=YYYY-MM-DD\` |
| QR code | \`GET ${api}/links/{shortId}/qr?format=svg\` |

Send \`Idempotency-Key\` with each POST that you may need to repeat. Errors are \`{"error":{"code","message",…}}\`: the message says what to do.
After 429, wait as long as \`Retry-After\` says.

MCP hosts: ${origin}/mcp offers create_short_link, create_photo_link, get_link and get_link_stats with the same token.
`;
}

function names(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(', ');
}
