import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Principal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { assertedHost, identityHeaders, internalHost } from './forwarded-identity.js';

const requestWith = (headers: IncomingMessage['headers']) => ({ headers }) as IncomingMessage;

const host = internalHost(async (assertion) => assertion ?? 'nobody');
const agentOf = internalHost(async (_assertion, agent) => agent);

test('an internal listener accepts caller and address only from the gateway', async () => {
  const identity = { assertion: 'proof', clientAddress: '::ffff:198.51.100.1', requestId: 'r' };
  const request = requestWith({
    'x-forwarded-for': '1.1.1.1',
    authorization: 'Bearer x',
    ...identityHeaders(identity),
  });

  expect(await host.identify(request)).toBe('proof');
  expect(host.addressOf(request)).toBe('198.51.100.1');
});

test('an identity without a caller overwrites all incoming headers with its names', async () => {
  const identity = { assertion: undefined, clientAddress: '', requestId: 'r' };
  const request = requestWith({
    'svc-assertion': 'forged',
    'svc-client-address': '203.0.113.9',
    'svc-agent': '{"operation":"forged"}',
    ...identityHeaders(identity),
  });

  expect([await host.identify(request), host.addressOf(request)]).toEqual(['nobody', '']);
  expect(await agentOf.identify(request)).toBeUndefined();
});

test("an agent's call and claims, in any script, are forwarded", async () => {
  const agent = { operation: 'deals.create', tier: 2, agent: { surface: 'mcp', actorId: 'Büro 事務所 🎬' } } as const;
  const headers = identityHeaders({ assertion: 'proof', clientAddress: '', requestId: 'r', agent });

  expect(await agentOf.identify(requestWith(headers))).toEqual(agent);
  for (const value of Object.values(headers)) expect(value).toMatch(/^[ -~]*$/);
});

test('a host for people identifies them by their assertion, and refuses services and callers that act for a user', async () => {
  const user = testUser();
  const known: Readonly<Record<string, Principal>> = {
    user,
    service: { kind: 'service', service: 'deal' },
    copilot: { ...user, through: 'copilot' },
  };
  const verify = async (assertion: string): Promise<Principal> => known[assertion] ?? user;
  const people = assertedHost(verify, (asserted) => asserted && [asserted.principal, asserted.assertion]);
  const identify = (assertion: string) => people.identify(requestWith({ 'svc-assertion': assertion }));

  expect([await identify('user'), await identify('')]).toEqual([[user, 'user'], undefined]);
  await expect(identify('service')).rejects.toMatchObject({ kind: 'unauthenticated' });
  await expect(identify('copilot')).rejects.toMatchObject({ kind: 'forbidden' });
});
