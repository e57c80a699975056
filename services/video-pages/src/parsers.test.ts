/** What pages and people write takes time in proportion to its length, whatever it is. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { parseVideoUrl } from './addresses/canonical-video-url.js';
import { ADDRESS_LENGTH_MAX } from './addresses/web-address.js';
import { readAppState } from './metadata/app-state.js';
import { readJsonLd } from './metadata/json-ld.js';
import { parseViewText } from './views/view-text.js';

const APP_STATE = 'ytInitialPlayerResponse';

test.each<{ parser: string; parse: (text: string) => unknown; lengthMax?: number }>([
  { parser: 'video addresses', parse: (text) => parseVideoUrl(text), lengthMax: ADDRESS_LENGTH_MAX },
  { parser: 'view counts', parse: (text) => parseViewText(text) },
  { parser: 'JSON-LD', parse: readJsonLd },
  { parser: 'JSON-LD of a video', parse: (text) => readJsonLd(JSON.stringify({ '@type': 'VideoObject', name: text })) },
  { parser: 'state of a page', parse: (text) => readAppState(APP_STATE, text) },
  { parser: 'state in a variable', parse: (text) => readAppState(APP_STATE, `${APP_STATE} = {"a":"${text}`) },
  { parser: 'a name again and again', parse: (text) => readAppState('a', text) },
])(
  '$parser',
  async ({ parse, lengthMax }) => {
    expect(await findSuperlinear(parse, lengthMax === undefined ? {} : { lengthMax })).toEqual([]);
  },
  120_000,
);
