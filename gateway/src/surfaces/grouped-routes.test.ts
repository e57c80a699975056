import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { listPatterns, mountGroupedRoutes } from '@svc/http-host/http/host-app';
import express, { type Request, type Response } from 'express';

const openRouter = () => express.Router({ caseSensitive: true });

const app = express();
const below = openRouter();
const routes = ['/deals', '/deals/due', '/deals/:id', '/deals/:id/videos', '/tasks/:id'].map((path) => ({
  path,
  handle: async (request: Request, response: Response) => void response.json([path, request.params]),
}));
mountGroupedRoutes(below, routes, openRouter);
app.use('/api', below);
app.use((_request, response) => void response.json('nothing'));
const listener = await listenLocally(createServer(app));
afterAll(() => listener.close());

test.each([
  ['/api/deals', ['/deals', {}]],
  ['/api/deals/?page=2', ['/deals', {}]],
  ['/api/deals/due', ['/deals/due', {}]],
  ['/api/deals/7/', ['/deals/:id', { id: '7' }]],
  ['/api/deals/a%2Fb', ['/deals/:id', { id: 'a/b' }]],
  ['/api/deals/7/videos', ['/deals/:id/videos', { id: '7' }]],
  ['/api/tasks/7', ['/tasks/:id', { id: '7' }]],
  ['/api/Deals', 'nothing'],
  ['/api/d%65als', 'nothing'],
  ['/api/deals//videos', 'nothing'],
  ['/api//deals', 'nothing'],
  ['/api/deals/7/videos/8', 'nothing'],
  ['/api', 'nothing'],
])('%s gets the same answer as with ungrouped routes', async (path, answer) => {
  expect(await (await fetch(listener.url + path)).json()).toEqual(answer);
});

test('the patterns can still be listed from an application', () => {
  expect(listPatterns(app.router).toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
});

test.each(['/:id', '/deals{/:id}', '/deals/*rest'])('%s is refused, because its group cannot be determined', (path) => {
  const handle = async (): Promise<void> => {};
  expect(() => mountGroupedRoutes(openRouter(), [{ path, handle }], openRouter)).toThrow('no first segment');
});
