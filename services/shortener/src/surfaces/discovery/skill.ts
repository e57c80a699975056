import type { HostParts } from '../calls/host-parts.js';
import { FAMILY } from '../routes/family.js';

export const SKILL_NAME = 'shortener';

export const SKILL_DESCRIPTION =
  'Create short links to web pages and photos, and read how often they were opened. Use when someone wants a short, shareable or trackable address.';

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

The answer has \`shortUrl\`, \`statsUrl\` and, this once, \`claimToken\`. To delete the link:
\`DELETE ${api}/links/{shortId}\` with the header \`X-Claim-Token\`.

Naming slug, title, campaign, tags or expiresAt without a token is refused with \`auth_required_for_customization\`.

## Signing in

1. \`POST ${api}/agent/register\` with JSON \`{"client_name":"…"}\` gives \`client_id\`. Keep it: links belong to it.
2. \`POST ${api}/agent/device_authorization\` (form: \`client_id\`, \`scope\`) gives \`device_code\`, \`user_code\` and \`verification_uri_complete\`.
   Show both to your user, who approves at ${baseUrl}/agent/authorize.
3. \`POST ${api}/agent/token\` (form: \`grant_type=urn:ietf:params:oauth:grant-type:device_code\`, \`device_code\`, \`client_id\`) every \`interval\`
   seconds until it gives \`access_token\`. It is given once: store it where only you can read it.

Send it as \`Authorization: Bearer …\`. Scopes are exact: ${names(FAMILY.scopes.slice(0, -1))},
${names(FAMILY.scopes.slice(-1))}.

## With a token

| what | how |
|---|---|
| link with a name | \`POST ${api}/links {"url","slug?","title?","campaign?","tags?","expiresAt?","reuse?"}\` |
| photo | \`POST ${api}/photos {"image","title?","slug?","tags?"}\`, the image as base64 or data URL; or multipart/form-data |
| own links | \`GET ${api}/links\`, \`GET\`, \`PATCH\` and \`DELETE ${api}/links/{shortId}\` |
| clicks | \`GET ${api}/links/{shortId}/stats?from=YYYY-MM-DD&to=YYYY-MM-DD\` |
| QR code | \`GET ${api}/links/{shortId}/qr?format=svg\` |

Send \`Idempotency-Key\` with a POST that you may have to repeat. Errors are \`{"error":{"code","message",…}}\`: the message says what to do.
With 429 wait as long as \`Retry-After\` says.

MCP hosts: ${origin}/mcp offers create_short_link, create_photo_link, get_link and get_link_stats with the same token.
`;
}

function names(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(', ');
}
