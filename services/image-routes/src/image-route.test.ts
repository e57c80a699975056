import { expect, test } from '@jest/globals';
import { addressOf } from './image-route.js';
import { SCREENSHOT_ROUTES } from './screenshot-routes.js';

test("parameters in a route's path are encoded there, and other input becomes the query", () => {
  const input = { token: 'a/../b?c', screenshotId: '1', size: '160', viewingPass: 'p&q=r' };

  expect(addressOf(SCREENSHOT_ROUTES.shared, input)).toBe(
    '/public/shares/a%2F..%2Fb%3Fc/screenshots/1?size=160&viewingPass=p%26q%3Dr',
  );
});

test('without input outside the path a route has no query', () => {
  expect(addressOf(SCREENSHOT_ROUTES.image, { screenshotId: '1' })).toBe('/screenshots/1/image');
  expect(addressOf(SCREENSHOT_ROUTES.create, {})).toBe('/screenshots');
});
