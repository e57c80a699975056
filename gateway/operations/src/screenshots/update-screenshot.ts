import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { clearable, Id } from '@svc/chassis/schemas/scalars';
import { statedFields } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const updateScreenshot = defineOperation({
  name: 'screenshots.update',
  summary: 'Update the details of a screenshot',
  description:
    'Returns the screenshot. Use it to correct the count or the note. Replaced counts stay in its history. The page and time of a capture cannot be changed.',
  tier: 1,
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  holdsForeignText: true,
  http: { method: 'PATCH', path: '/screenshots/:screenshotId', version: 'checked' },
  input: changeInput({ screenshotId: Id }, { note: clearable(2_000), ...statedFields }),
  output: Screenshot,
  run: async ({ screenshotId, ...changes }, context) => {
    const { clients, expectedVersion } = context;
    const request = { ...changes, screenshotId, expectedVersion, updateMask: updateMask(changes) };
    return shownScreenshot(context, (await clients.screenshots.updateScreenshot(request)).screenshot);
  },
});
