import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { html } from './html.js';
import { createPageShell } from './page-shell.js';

const NASTY = `"><script>alert('1')</script>&`;

test('text is escaped, in elements and in attributes', () => {
  expect(html`<p title="${NASTY}">${NASTY}</p>`.toString()).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
  );
});

test('HTML is not escaped again, alone and in lists; numbers are printed and absent values are omitted', () => {
  const rows = ['a', '<b>'].map((text) => html`<li>${text}</li>`);

  expect(html`<ul>${rows}</ul>${html`<br>`}${7}${undefined}`.toString()).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul><br>7',
  );
});

test("a page's policy allows its own style and no other, and no script", () => {
  const { csp, render } = createPageShell('\nbody { color: red; }\n', { isIndexed: false });
  const page = render(NASTY, html`<p>Hello</p>`);

  const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
  expect(csp).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';`);
  expect(csp).toMatch(/^default-src 'none';/);
  expect(csp).not.toMatch(/unsafe|script-src|font-src/);
  expect(page).not.toContain('<script>');
  expect(page).toContain('noindex');
});
