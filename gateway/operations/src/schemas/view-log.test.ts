import { expect, test } from '@jest/globals';
import type { SurfaceContext } from '../run/operation-context.js';
import { shownViewLog } from './view-log.js';

test.each([
  ['server_captured', 'rounded', 'rounded'],
  ['uploaded', 'exact', null],
  ['extension_captured', 'rounded', null],
  ['none', 'exact', null],
])('for grade %s with stored precision %s, shows precision %s', (grade, precision, shown) => {
  const { evidence } = shownViewLog({} as SurfaceContext, { evidence: { precision, grade } });

  expect(evidence).toEqual({ precision: shown, grade });
});
