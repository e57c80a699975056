import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { McpServerService } from '@svc/proto/copilot/v1/mcp_server_service';
import { openHeader } from '../mcp/servers/auth-header.js';
import { countHeadersSealedBy } from '../mcp/servers/auth-header-repo.js';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { resealHeaders } from './reseal.js';
import { createSecretBox, Unopenable } from './secret-box.js';

const [old, current] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const;
const HEADER = { name: 'X-Key', value: 'secret-of-the-server' };

let copilot: CopilotService;

beforeAll(async () => {
  copilot = await startCopilot({ encryptionKeys: [old], lookup: () => Promise.resolve(['93.184.215.14']) });
});

afterAll(() => copilot?.stop());

async function add(slug: string): Promise<string> {
  const { server } = await copilot.as(testUser({ role: 'admin' }), McpServerService).createMcpServer({
    name: slug,
    slug,
    url: `https://${slug}.example.com/mcp`,
    transport: 'http',
    authHeader: HEADER,
    enabled: false,
    autoApproveTools: [],
  });
  return server?.id ?? '';
}

test('headers that the second key sealed are resealed by the first, and one copied from another row stays sealed', async () => {
  const [one, other] = [await add('one'), await add('other')];
  await copilot.pool.query(
    `update memory.mcp_servers s set auth_header_jwe = o.auth_header_jwe
       from memory.mcp_servers o where s.id = $1 and o.id = $2`,
    [other, one],
  );
  const box = createSecretBox([current, old]);

  await resealHeaders(copilot.pool, box);

  const first = createSecretBox([current]);
  expect(await openHeader(copilot.pool, first, one)).toEqual(HEADER);
  await expect(openHeader(copilot.pool, box, other)).rejects.toThrow(Unopenable);
  expect(await countHeadersSealedBy(copilot.pool, box.oldKeyId ?? '')).toBe(1);
});
