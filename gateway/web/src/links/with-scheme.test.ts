import { expect, test } from '@jest/globals';
import { withScheme } from './with-scheme.js';

test.each([
  ['kiteline.example.com', 'https://kiteline.example.com'],
  [' kiteline.example.com/sale?a=b:c ', 'https://kiteline.example.com/sale?a=b:c'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['http://example.com', 'http://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:ann@example.org', 'mailto:ann@example.org'],
  ['/sale', '/sale'],
  ['', ''],
])('%s becomes %s', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});
