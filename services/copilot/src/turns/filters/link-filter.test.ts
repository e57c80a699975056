import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { linksIn } from './addresses.js';
import { createLinkFilter } from './link-filter.js';

const ALLOWED = new Set(['https://ok.example/deal', 'http://ok.example/?a=1&b=2', 'ann@ok.example']);

function filtered(...pieces: readonly string[]): string {
  const filter = createLinkFilter((link) => ALLOWED.has(link));
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test.each([
  'Plain words, and more: 3/4 of 12:30, a+b, e.g. this.',
  'See https://ok.example/deal, or (http://ok.example/?a=1&b=2).',
  '[the deal](https://ok.example/deal) and <https://ok.example/deal>!',
  'Ask **ann@ok.example**, <ann@ok.example> or @ann; see note:this, ratio 3:4 and tiktok.com/@ann.',
  '[1]: note, and [the note](note).',
  'Use https: always, and // begins a comment; data: is a word.',
])('%s is unchanged', (text) => {
  expect(filtered(text)).toBe(text);
});

test.each([
  ['https://evil.example/?d=secret', '[link removed: evil.example]'],
  ['[x](https://evil.example/?d=secret).', '[x]([link removed: evil.example]).'],
  ['[x](//evil.example/a)', '[x]([link removed: evil.example])'],
  ['www.www.evil.example/a', '[link removed: evil.example]'],
  ['HTTPS:\\\\evil.example', '[link removed]'],
  ['https:/\\evil.example', '[link removed: evil.example]'],
  ['https:evil.example', '[link removed: evil.example]'],
  ['mailto:a@evil.example?body=secret', '[link removed: evil.example]'],
  ['https://user:word@evil.example/', '[link removed: evil.example]'],
  ['[x](https\\://evil.example/)', '[link removed]'],
  ['[x](https&colon;//evil.example/)', '[link removed]'],
  ['[x](&#104;ttps://evil.example/)', '[link removed]'],
  ['xmpp:a@evil.example', 'xmpp:[link removed: evil.example]'],
  ['[x](xmpp:a@evil.example)', '[x]([link removed: evil.example])'],
  ['a.b+c@evil.example', '[link removed: evil.example]'],
  ['**secret@evil.example**', '**[link removed: evil.example]**'],
  ['a\\@evil.example', '[link removed]'],
  ['<a@evil>', '<[link removed: evil]>'],
  ['ann@ok.example,b@evil.example', '[link removed]'],
  ['[x](whatsapp:send?text=secret)', '[x]([link removed])'],
  ['[x]( whatsapp:send?text=secret)', '[x]( [link removed])'],
  ['[x](<whatsapp:send?text=secret>)', '[x](<[link removed]>)'],
  ['[x](whatsapp\\:send)', '[link removed]'],
  ['<whatsapp:send?text=secret>', '<[link removed]>'],
  ['<whatsapp:)secret>', '<[link removed]>'],
  ['https://evil.example:\nwhatsapp:secret', '[link removed: evil.example]:\n[link removed]'],
  ['[x]: whatsapp:send?text=secret', '[x]: [link removed]'],
  ['[x]:whatsapp:send?text=secret', '[x]:[link removed]'],
  ['data:text/html,secret', '[link removed]'],
  ['javascript:alert(1)', '[link removed])'],
  ['https://[2001:db8::1]/x', '[link removed: 2001:db8::1]'],
  ['https://bücher.example/x', '[link removed: bücher.example]'],
  ['www.evil.example:8080/x', '[link removed: evil.example]'],
  // Characters that Markdown and browsers drop.
  ['[x](<https:\tevil.example/?d=secret>)', '[x](<[link removed]>)'],
  ['[x](https:\uFEFFevil.example/?d=secret)', '[link removed]'],
  ['[x](<mailto: a%40evil.example?body=secret>)', '[x](<[link removed]>)'],
  ['[x](\u00A0whatsapp:send?text=secret)', '[x](\u00A0[link removed])'],
  ['www.secret.evil.com://', '[link removed: secret.evil.com]'],
  ['_@secret.evil.com', '[link removed: secret.evil.com]'],
  // An allowed address, extended.
  ['[x](https://ok.example/deal\u00A0secret)', '[x]([link removed: ok.example])'],
  ["[x](https://ok.example/deal?!.;:'!*_~|}!)", '[x]([link removed: ok.example])'],
  ['[x](< https://ok.example/deal>secret', '[x](< [link removed: ok.example]>secret'],
  ['\\<https://ok.example/deal>secret', '[link removed]'],
  ['https://ok.example/deal>secret', '[link removed: ok.example]'],
  ['](https://ok.example/deal)secret', ']([link removed: ok.example])secret'],
  ['https://ok.example/deal/secret', '[link removed: ok.example]'],
  ['https://ok.example/deal(secret', '[link removed: ok.example]'],
  ['https://ok.example/dea', '[link removed: ok.example]'],
  ['[x](<https://ok.example/deal secret>)', '[x](<[link removed: ok.example]>)'],
  ['https://ok.example/deal)[x](https://evil.example/', '[link removed: ok.example]'],
  [`https://evil.example/${'s'.repeat(5_000)} and on`, '[link removed: evil.example] and on'],
])('%s becomes %s', (text, told) => {
  expect(filtered(text)).toBe(told);
});

test.each([
  ['](whatsapp:)?d=', []],
  ['](https:)evil.example/s', ['https:)evil.example/s']],
  ['](mailto:)a@evil.example', ['mailto:)a@evil.example']],
  ['](whatsapp:)https://evil.example/s', ['whatsapp:)https://evil.example/s']],
])('the addresses in %s are %j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

const PIECES = [
  ['https://', 'https:', 'http:', 'mailto:', 'whatsapp:', 'www.', '//', '/', '\\', '&colon;', '&#58;', '&amp;'],
  ['[x](', '[x](<', '](', ')', '<', '>', ']: ', '[x]: ', '[', ']', '(', '|', '`', '*', '_', '~', '- ', '"t"'],
  ['ok.example/deal', 'https://ok.example/deal', 'evil.example/s', 'ann@ok.example', 'a%40evil.example', '@', '?d='],
  [' ', '\t', '\n', '\n\n', '\uFEFF', '\u00A0', '\u200B', '\u00AD', '\u2003', '\u2028', '\u3000'],
  ['!', '.', ';', ':', 'h', 'ttps://', 'words', 'x'.repeat(1_000), 'é', '𝒳'],
].flat();
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));

test('the output does not depend on how a text is split, and contains only allowed addresses', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(5_000), { maxLength: 10 }), (whole, cuts) => {
      const places = [
        0,
        ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((left, right) => left - right),
        whole.length,
      ];
      const pieces = places.slice(1).map((place, at) => whole.slice(places[at], place).toWellFormed());
      fc.pre(pieces.join('') === whole);
      const told = filtered(whole);
      expect(filtered(...pieces)).toBe(told);
      expect(linksIn(told).filter((link) => !ALLOWED.has(link))).toEqual([]);
    }),
    { numRuns: 500, examples: [['](whatsapp:)?d=', []]] },
  );
});

test('Markdown readers find only allowed links in the output', () => {
  const isOther = (target: string): boolean => {
    // Readers pair backticks across a whole paragraph, so one may remain at the end of an allowed address.
    const href = target.replace(/^mailto:|`$/g, '');
    const leadsNowhere = /^(?:[a-z]+:)?[\W_]*$/.test(href);
    return !ALLOWED.has(href) && !leadsNowhere && (href.startsWith('//') || URL.canParse(href));
  };
  fc.assert(
    fc.property(text, (whole) => {
      expect(targetsOf(lexer(filtered(whole))).filter(isOther)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

/** The targets of all links in Markdown. */
function targetsOf(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  void walkTokens([...tokens], (token) => {
    if (token.type === 'link') found.push((token as Tokens.Link).href);
  });
  return found;
}

test('at most 2,048 characters are held back', () => {
  const filter = createLinkFilter(() => false);
  const word = 'x'.repeat(10_000);

  expect(word.length - filter.push(word).length).toBeLessThanOrEqual(2_048);
});
