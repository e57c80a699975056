import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type CheckedTarget, checkTarget } from './target-guard.js';

const OWN_HOSTS = new Set(['dealbridge.example.com', 'go.example.com']);

/** First address and prefix length of every range that must never be reachable. */
const SPECIAL_RANGES: readonly (readonly [first: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

function check(text: string): CheckedTarget {
  return checkTarget(text, { ownHosts: OWN_HOSTS });
}

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d', 'example.com', 'example.com'],
  ['  HTTP://Example.COM:80/ \n', 'http://example.com/', 'example.com', 'example.com'],
  ['https://example.com./path', 'https://example.com/path', 'example.com', 'example.com'],
  ['https://bücher.de/', 'https://xn--bcher-kva.de/', 'xn--bcher-kva.de', 'bücher.de'],
  [
    'https://例え.テスト.jp/ä',
    'https://xn--r8jz45g.xn--zckzah.jp/%C3%A4',
    'xn--r8jz45g.xn--zckzah.jp',
    '例え.テスト.jp',
  ],
  ['https://a_b.example.co.uk:8443/', 'https://a_b.example.co.uk:8443/', 'a_b.example.co.uk', 'a_b.example.co.uk'],
  [
    'https://s3.amazonaws.com/bucket/key',
    'https://s3.amazonaws.com/bucket/key',
    's3.amazonaws.com',
    's3.amazonaws.com',
  ],
  ['http://8.8.8.8/', 'http://8.8.8.8/', '8.8.8.8', '8.8.8.8'],
  [
    'http://[2606:4700:4700::1111]/',
    'http://[2606:4700:4700::1111]/',
    '[2606:4700:4700::1111]',
    '[2606:4700:4700::1111]',
  ],
])('accepts %s', (text, url, host, displayHost) => {
  expect(check(text)).toEqual({ ok: true, url, host, displayHost });
});

test.each([
  ['', 'malformed'],
  ['example.com', 'malformed'],
  ['//example.com/', 'malformed'],
  ['/path', 'malformed'],
  ['http:example.com', 'malformed'],
  ['http:///example.com', 'malformed'],
  ['https://', 'malformed'],
  ['https://exa mple.com/', 'malformed'],
  ['https://a..example.com/', 'malformed'],
  ['https://*.example.com/', 'malformed'],
  ['https://1.2.3.4.5/', 'malformed'],
  [`https://${'a'.repeat(64)}.com/`, 'malformed'],
  ['https://example.com:99999/', 'malformed'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/hosts', 'scheme'],
  ['https://user@example.com/', 'credentials'],
  ['https://user:secret@example.com/', 'credentials'],
  ['https://:@example.com/', 'credentials'],
  ['https://@example.com/', 'credentials'],
  ['https://example.com%40evil.com/', 'malformed'],
  ['https://exam\tple.com/', 'control_characters'],
  ['java\nscript:alert(1)', 'control_characters'],
  ['https://example.com/\u0000', 'control_characters'],
  ['https://example.com/\u0085x', 'control_characters'],
  ['https://dealbridge.example.com/r/abc', 'own_host'],
  ['https://GO.example.com.:8443/abc', 'own_host'],
  ['https://com/', 'no_domain'],
  ['https://co.uk/', 'no_domain'],
  ['https://xn--p1ai/', 'no_domain'],
  ['https://wiki/', 'no_domain'],
  ['https://intranet/', 'not_public'],
  ['http://localhost:8080/', 'not_public'],
  ['http://LOCALHOST./', 'not_public'],
  ['http://app.localhost/', 'not_public'],
  ['http://localhost.localdomain/', 'not_public'],
  ['http://printer.local/', 'not_public'],
  ['http://api.svc.cluster.local/', 'not_public'],
  ['http://metadata.google.internal/', 'not_public'],
  ['http://metadata.goog/', 'not_public'],
  ['http://router.home.arpa/', 'not_public'],
  ['http://router.lan/', 'not_public'],
  ['http://nas.home/', 'not_public'],
  ['http://wiki.corp/', 'not_public'],
  ['http://vault.private/', 'not_public'],
  ['http://news.intranet/', 'not_public'],
  ['http://kubernetes.default.svc/', 'not_public'],
  ['http://shop.test/', 'reserved_name'],
  ['http://www.example/', 'reserved_name'],
  ['http://a.invalid/', 'reserved_name'],
  ['http://lan/', 'not_public'],
  ['http://2130706433/', 'not_public'],
  ['http://0x7f.1/', 'not_public'],
  ['http://0177.0.0.1/', 'not_public'],
  ['http://127.1/', 'not_public'],
  ['http://127.0.0.1./', 'not_public'],
  ['http://127.0.0.1../', 'not_public'],
  ['http://１２７.０.０.１/', 'not_public'],
  ['http://①②⑦。⓪。⓪。①/', 'not_public'],
  ['http://%31%32%37.0.0.1/', 'not_public'],
  ['http://169.254.169.254/latest/meta-data/', 'not_public'],
  ['http://168.63.129.16/', 'not_public'],
  ['http://[::1]/', 'not_public'],
  ['http://[::ffff:127.0.0.1]/', 'not_public'],
  ['http://[::7f00:1]/', 'not_public'],
  ['http://[64:ff9b::10.0.0.1]/', 'not_public'],
  ['http://[2002:a00:1::]/', 'not_public'],
  ['http://[2001:0:a00:1::]/', 'not_public'],
  ['http://[fd00::1]/', 'not_public'],
  ['http://[fe80::1]/', 'not_public'],
])('refuses %j: %s', (text, reason) => {
  expect(check(text)).toEqual({ ok: false, reason });
});

test('a target may have exactly the maximum length, as written and as stored', () => {
  const longest = `https://example.com/${'a'.repeat(8_192 - 20)}`;

  expect(check(longest)).toMatchObject({ ok: true });
  expect(check(`${longest}a`)).toEqual({ ok: false, reason: 'too_long' });
  expect(check(`https://example.com/${'ä'.repeat(2_000)}`)).toEqual({ ok: false, reason: 'too_long' });
  expect(checkTarget('https://example.com/', { ownHosts: OWN_HOSTS, maxLength: 19 })).toMatchObject({ ok: false });
});

test('an exempt target is accepted, but only at its own port', () => {
  const allowed = new Set(['127.0.0.1:8080', 'intranet:80']);
  const isTaken = (url: string) => checkTarget(url, { ownHosts: OWN_HOSTS, allowed }).ok;

  expect(
    ['http://127.0.0.1:8080/x', 'http://0x7f.1:8080/', 'http://intranet/', 'http://INTRANET.:80/'].map(isTaken),
  ).toEqual([true, true, true, true]);
  expect(['http://127.0.0.1/', 'https://intranet/', 'http://b/', 'http://127.0.0.2:8080/'].map(isTaken)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const specialAddress = fc
  .constantFrom(...SPECIAL_RANGES)
  .chain(([first, prefix]) => fc.nat(2 ** (32 - prefix) - 1).map((offset) => toNumber(first) + offset));

const publicAddress = fc
  .nat(2 ** 32 - 1)
  .filter((address) => address !== toNumber('168.63.129.16'))
  .filter((address) => SPECIAL_RANGES.every(([first, prefix]) => !isWithin(address, toNumber(first), prefix)));

test('every special IPv4 address is refused in every notation', () => {
  fc.assert(
    fc.property(specialAddress, fc.constantFrom('http', 'https'), (address, scheme) => {
      for (const host of [...ipv4Notations(address), ...embeddings(address)]) {
        expect({ host, ...check(`${scheme}://${host}/x`) }).toEqual({ host, ok: false, reason: 'not_public' });
      }
    }),
  );
});

test('every public IPv4 address is accepted in every notation, as the same address', () => {
  fc.assert(
    fc.property(publicAddress, (address) => {
      for (const host of ipv4Notations(address)) {
        expect({ written: host, ...check(`http://${host}/`) }).toMatchObject({ ok: true, host: toDotted(address) });
      }
    }),
  );
});

const anyTarget = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((rest) => `https://${rest}`),
  fc
    .tuple(fc.webUrl(), fc.string({ maxLength: 5 }), fc.nat(40))
    .map(([url, text, at]) => url.slice(0, at) + text + url.slice(at)),
);

test('any text gets a result; an accepted one is its own normal form, without credentials, and is accepted again', () => {
  fc.assert(
    fc.property(anyTarget, (text) => {
      const target = check(text);
      if (!target.ok) return;

      const parsed = new URL(target.url);
      expect(parsed.href).toBe(target.url);
      expect(parsed.hostname).toBe(target.host);
      expect(parsed.protocol).toMatch(/^https?:$/);
      expect(parsed.username + parsed.password).toBe('');
      expect(check(target.url)).toEqual(target);
    }),
    { numRuns: 2_000 },
  );
});

test('credentials never pass', () => {
  const text = fc.string({ unit: 'grapheme-ascii', maxLength: 10 }).filter((part) => !/[/\\?#]/.test(part));
  fc.assert(
    fc.property(text, text, fc.webUrl(), (user, password, url) => {
      // A function, because `$'` in a replacement text would insert what follows the match.
      expect(check(url.replace('://', () => `://${user}:${password}@`)).ok).toBe(false);
    }),
  );
});

function toNumber(dotted: string): number {
  return dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function toParts(address: number): number[] {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256);
}

function toDotted(address: number): string {
  return toParts(address).join('.');
}

function isWithin(address: number, first: number, prefix: number): boolean {
  return address >= first && address < first + 2 ** (32 - prefix);
}

/** One address in browsers' notations: dotted, as one number, shortened, in octal and hexadecimal, in other scripts' digits. */
function ipv4Notations(address: number): string[] {
  const [a, b, c, d] = toParts(address) as [number, number, number, number];
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `${address}`,
    `0x${address.toString(16)}`,
    `0X${address.toString(16).toUpperCase()}`,
    `0${address.toString(8)}`,
    `${a}.${address % 2 ** 24}`,
    `${a}.${b}.${address % 2 ** 16}`,
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.0x${d.toString(16)}`,
    `0x000${a.toString(16)}.000${b.toString(8)}.${c}.${d}`,
    toDotted(address).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `${a}。${b}．${c}｡${d}`,
    toDotted(address).replaceAll(/\d/g, (digit) => `%3${digit}`),
  ];
}

/** IPv6 addresses that embed the address for gateways and hosts that unwrap it. */
function embeddings(address: number): string[] {
  const dotted = toDotted(address);
  const high = Math.floor(address / 2 ** 16).toString(16);
  const low = (address % 2 ** 16).toString(16);
  return [
    `[::ffff:${dotted}]`,
    `[0:0:0:0:0:FFFF:${high}:${low}]`,
    `[::${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${dotted}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::]`,
  ];
}
