import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { startTestGateway } from '../testing/test-gateway.js';

const ID = '01900000-0000-7000-8000-000000000001';

test('a log line has the pattern of its route, or for an unknown path only the segments that occur in routes', async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
    line: (fields: Readonly<Record<string, unknown>>) => void lines.push(fields),
  });
  const gateway = await startTestGateway({ log });
  const routeOf = async (method: string, path: string) => {
    lines.length = 0;
    const { status } = await gateway.fetch(path, { method });
    await eventually(() => expect(lines).toHaveLength(1));
    return [status, lines[0]?.route, JSON.stringify(lines).includes('secret')];
  };

  expect(await routeOf('GET', `/api/deals/${ID}?q=secret`)).toEqual([401, '/api/deals/:dealId', false]);
  expect(await routeOf('PUT', '/api/deals/due-views')).toEqual([405, '/api/deals/due-views', false]);
  expect(await routeOf('GET', '/api/health')).toEqual([200, '/api/health', false]);
  expect(await routeOf('GET', '/api/deals/secret/vidoes')).toEqual([404, '/api/deals/*/*', false]);
  expect(await routeOf('GET', `/secret${'/secret'.repeat(20)}`)).toEqual([404, '/*'.repeat(9), false]);
  await gateway.stop();
});
