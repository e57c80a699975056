import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { ProofService } from '@svc/proto/screenshot/v1/screenshot_service';
import { reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';

const user = testUser();

let service: ScreenshotService;
let screenshotId: string;

beforeAll(async () => {
  service = await startScreenshot();
});

beforeEach(async () => {
  screenshotId = await reserve(service, user);
});

afterAll(() => service?.stop());

type Shots = ReturnType<ScreenshotService['shots']>;

const READS: [string, (shots: Shots) => Promise<unknown>][] = [
  ['get', (shots) => shots.getScreenshot({ screenshotId })],
  ['list', (shots) => shots.listScreenshots({ pageSize: 1, skip: 0, scope: '' })],
];
const WRITES: [string, (shots: Shots) => Promise<unknown>][] = [
  ['reserve', (shots) => shots.reserveScreenshot({ createShortLink: false })],
  ['update', (shots) => shots.updateScreenshot({ screenshotId, updateMask: ['note'], note: 'By an agent' })],
  ['link', (shots) => shots.linkScreenshot({ screenshotId, ...service.deal.create(user.userId) })],
  ['unlink', (shots) => shots.unlinkScreenshot({ screenshotId })],
];
const DELETION: [string, (shots: Shots) => Promise<unknown>][] = [
  ['delete', (shots) => shots.deleteScreenshot({ screenshotId })],
];

const agentWith = (...scopes: string[]) => testAgent({ userId: user.userId }, scopes);
const FORBIDDEN = { kind: 'forbidden' };

test.each(READS)('lets an agent %s only with the read scope', async (_name, read) => {
  await read(service.shots(agentWith('svc.read')));
  await expect(read(service.shots(agentWith('svc.write.low_risk')))).rejects.toMatchObject(FORBIDDEN);
  await expect(read(service.shots(agentWith()))).rejects.toMatchObject(FORBIDDEN);
});

test.each(WRITES)('lets an agent %s only with the write scope', async (_name, write) => {
  await write(service.shots(agentWith('svc.write.low_risk')));
  for (const scope of ['svc.read', 'svc.write.sensitive', 'shortener.photos:write']) {
    await expect(write(service.shots(agentWith(scope)))).rejects.toMatchObject(FORBIDDEN);
  }
});

test.each(DELETION)('lets an agent %s only with the scope for sensitive writes', async (_name, end) => {
  for (const scope of ['svc.read', 'svc.write.low_risk']) {
    await expect(end(service.shots(agentWith(scope)))).rejects.toMatchObject(FORBIDDEN);
  }
  await end(service.shots(agentWith('svc.write.sensitive')));
});

test.each([...READS, ...WRITES, ...DELETION])('does not let an anonymous caller %s', async (_name, work) => {
  await expect(work(service.shots(undefined))).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test('lists proofs with any read or write scope, and attaches them only with the write scope', async () => {
  const list = (...scopes: string[]) =>
    service.as(agentWith(...scopes), ProofService).listProofs({ screenshotIds: [screenshotId], videoIds: [] });
  const deal = service.deal.create(user.userId);
  const attach = () => service.as(agentWith('svc.read'), ProofService).attachProof({ screenshotId, ...deal });

  expect((await list('svc.read')).proofs).toHaveLength(1);
  expect((await list('svc.write.low_risk')).proofs).toHaveLength(1);
  // Asking for approval of a change requires reading what would change.
  expect((await list('svc.write.sensitive')).proofs).toHaveLength(1);
  await expect(list('svc.memory')).rejects.toMatchObject(FORBIDDEN);
  await expect(attach()).rejects.toMatchObject(FORBIDDEN);
});
