import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import type { Activity } from '@svc/proto/deal/v1/deal_service';
import type { OperationContext } from '../run/operation-context.js';
import { answeredActivities } from './answered-activities.js';

const CHECKED = { value: 100, checkedAt: new Date('2026-01-02T03:04:05.678Z') };

/** An activity that removed the screenshot of a view log. */
const removed = (screenshotId: string | null): Activity =>
  ({
    action: 'view_log.corrected',
    reading: { viewLogId: 'log', videoId: 'video', before: { ...CHECKED, screenshotId }, after: CHECKED },
  }) as Activity;

/** A user's context, with the screenshot service down. */
function contextWithoutScreenshot() {
  const asked: unknown[] = [];
  const listProofs = (request: unknown) => {
    asked.push(request);
    return Promise.reject(appError('UNAVAILABLE', 'No process of the service answers.'));
  };
  return { asked, context: { clients: { proofs: { listProofs } } } as unknown as OperationContext };
}

test('while the screenshot service is down, activities omit their screenshots and are marked as such', async () => {
  const { asked, context } = contextWithoutScreenshot();

  const { items, degraded } = await answeredActivities(context, [removed('one'), removed('one'), removed('two')]);

  expect(asked).toEqual([{ screenshotIds: ['one', 'two'], videoIds: [] }]);
  expect(degraded).toEqual(['screenshots']);
  expect(items.map(({ reading }) => reading?.before?.screenshot)).toEqual([null, null, null]);
});

test('activities without screenshots need no request', async () => {
  const { asked, context } = contextWithoutScreenshot();

  const answer = await answeredActivities(context, [removed(null), { reading: null } as Activity]);

  expect(asked).toEqual([]);
  expect(answer).not.toHaveProperty('degraded');
});

test("activities name the user's agents by their connections, and stay readable while identity is down", async () => {
  const by = (connectionId: string | null): Activity =>
    ({ action: 'deal.updated', agent: { source: 'mcp', connectionId }, reading: null }) as Activity;
  const contextIn = (nameAgentConnections: () => Promise<{ names: Record<string, string> }>) =>
    ({ clients: { agentAuthorizations: { nameAgentConnections } } }) as unknown as OperationContext;
  const namesIn = async (context: OperationContext) =>
    (await answeredActivities(context, [by('one'), by(null)])).items.map(({ agent }) => agent?.name);

  const up = contextIn(async () => ({ names: { one: 'Example CLI' } }));
  const down = contextIn(() => Promise.reject(appError('UNAVAILABLE', 'No process of the service answers.')));

  expect([await namesIn(up), await namesIn(down)]).toEqual([
    ['Example CLI', null],
    [null, null],
  ]);
});
