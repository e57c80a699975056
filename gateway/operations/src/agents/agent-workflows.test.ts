import { expect, test } from '@jest/globals';
import { capturePage } from '../screenshots/capture-page.js';
import { WORKFLOWS } from './agent-workflows.js';

test('the prompt that proves a count asks for the short link before it hands it over', () => {
  const steps = WORKFLOWS.find(({ name }) => name === 'screenshot')?.steps ?? [];
  const isCapture = (step: string): boolean => step.includes('screenshots_capture, with `createShortLink` true');

  expect(steps.findIndex(isCapture)).toBeGreaterThan(-1);
  expect(steps.findIndex((step) => step.includes('`shareUrl`'))).toBeGreaterThan(steps.findIndex(isCapture));
  expect(capturePage.input.parse({ sourceUrl: 'https://youtu.be/abc123XYZ_0', createShortLink: true })).toMatchObject({
    createShortLink: true,
  });
});
