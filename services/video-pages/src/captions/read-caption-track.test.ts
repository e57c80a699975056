import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  CAPTION_FORMATS,
  type CaptionTrackSource,
  type ReadCaptionTrack,
  readCaptionTrack,
} from './read-caption-track.js';

type Said = readonly [start: number | null, end: number | null, text: string];

const read = (body: string, format: CaptionTrackSource['format'] = 'auto'): ReadCaptionTrack =>
  readCaptionTrack({ format, language: 'en', kind: null, body });
const said = (track: ReadCaptionTrack): Said[] =>
  track.cues.map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text]);
const lines = (...all: string[]): string => all.join('\r\n');

describe('WebVTT', () => {
  test('returns each phrase of rolling captions once, at the second it is first heard', () => {
    const body = lines(
      '\ufeffWEBVTT - made by a machine',
      'Kind: captions',
      '',
      'NOTE 00:00:09.000 --> 00:00:10.000',
      'of nobody',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      '1',
      '00:00.160 --> 00:02.350 align:start position:0%',
      'use<00:00:00.400><c> code</c>',
      '',
      '00:00:02.350 --> 00:00:02.360',
      'use code',
      '',
      '00:00:02.360 --> 00:00:05.000',
      'use code',
      'save<00:00:03.000><c> twenty</c>',
      '',
      '00:00:05.000 --> 00:00:05.010',
      'save twenty',
      '',
      '00:00:05.010 --> 00:00:07.000',
      'save twenty',
      '<v Ann>at &lt;checkout&gt; &amp; more</v>',
    );

    const track = read(body);

    expect(track).toMatchObject({ format: 'vtt', language: 'en', errors: [], isCut: false });
    expect(said(track)).toEqual([
      [0.16, 2.36, 'use code'],
      [2.36, 5.01, 'save twenty'],
      [5.01, 7, 'at <checkout> & more'],
    ]);
  });

  test('applies the offset of a segment', () => {
    const body = lines(
      'WEBVTT',
      'X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:02.000',
      '',
      '00:03.000 --> 00:04.000',
      'a',
    );

    expect(said(read(body))).toEqual([[11, 12, 'a']]);
  });

  test('sorts cues, none ending before it starts', () => {
    const body = lines('WEBVTT', '', '01:00:00.000 --> 00:10.000', 'second', '', '00:05.000 --> 00:06.000', 'first');

    expect(said(read(body))).toEqual([
      [5, 6, 'first'],
      [3_600, 3_600, 'second'],
    ]);
  });

  test('keeps a phrase that is repeated later or starts another word', () => {
    const body = lines(
      'WEBVTT', '',
      '00:01.000 --> 00:02.000', 'save', '',
      '00:02.500 --> 00:03.000', 'saved', '',
      '00:09.000 --> 00:10.000', 'saved',
    ); // prettier-ignore

    expect(said(read(body)).map(([, , text]) => text)).toEqual(['save', 'saved', 'saved']);
  });
});

describe('SubRip', () => {
  test.each([
    ['with indexes', lines('1', '00:00:01,000 --> 00:00:02,000', 'one', '', '2', '00:00:03,500 --> 00:00:04,000', 'two')],
    ['without indexes', lines('00:00:01,000 --> 00:00:02,000', 'one', '', '00:00:03,500 --> 00:00:04,000', 'two')],
    ['with dots', lines('1', '00:00:01.000 --> 00:00:02.000', 'one', '', '2', '00:00:03.500 --> 00:00:04.000', 'two')],
    ['without empty lines', lines('1', '00:00:01,000 --> 00:00:02,000', 'one', '2', '00:00:03,500 --> 00:00:04,000', 'two')],
    ['with tags', lines('00:00:01,000 --> 00:00:02,000', '{\\an8}<font color="red">one</font>', '', '00:00:03,500 --> 00:00:04,000', '<i>two</i>')],
  ])('%s', (_how, body) => {
    const track = read(body);

    expect(track.format).toBe('srt');
    expect(said(track)).toEqual([
      [1, 2, 'one'],
      [3.5, 4, 'two'],
    ]);
  });
}); // prettier-ignore

describe('JSON', () => {
  test('json3: skips windows and appended line breaks, and extends a cue without duration to the next', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 9_000, id: 1, wpWinPosId: 1 },
      { tStartMs: 1_000, segs: [{ utf8: 'use' }, { utf8: ' code', tOffsetMs: 300 }] },
      { tStartMs: 2_000, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 4_000, dDurationMs: 500, segs: [{ utf8: 'save twenty' }] },
    ];

    const track = read(JSON.stringify({ wireMagic: 'pb3', events }));

    expect(track).toMatchObject({ format: 'json3', errors: [] });
    expect(said(track)).toEqual([
      [1, 4, 'use code'],
      [4, 4.5, 'save twenty'],
    ]);
  });

  test('TikTok', () => {
    const utterances = [
      { text: 'use code', start_time: 500, end_time: 1_500 },
      { text: 'later', start_time: 'soon' },
    ];

    const track = read(JSON.stringify({ utterances }));

    expect(track.format).toBe('tiktok_json');
    expect(said(track)).toEqual([[0.5, 1.5, 'use code']]);
  });
});

describe('XML', () => {
  test('srv1: decodes entities twice', () => {
    const track = read(
      '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1.5" dur="2">it&amp;#39;s here</text></transcript>',
    );

    expect(track.format).toBe('srv1');
    expect(said(track)).toEqual([[1.5, 3.5, "it's here"]]);
  });

  test('srv3: joins words', () => {
    const track = read(
      '<timedtext format="3"><head><pen id="1"/></head><body><p t="1500" d="2000"><s>use</s><s t="300"> code</s></p><p t="2000" a="1">\n</p></body></timedtext>',
    );

    expect(track.format).toBe('srv3');
    expect(said(track)).toEqual([[1.5, 3.5, 'use code']]);
  });

  test.each([
    ['00:01:01.500', 61.5],
    ['00:01:01:15', 61.6],
    ['61.5s', 61.5],
    ['1m', 60],
    ['500ms', 0.5],
    ['30000000t', 3],
    ['50f', 2],
  ])('TTML: parses %s as second %d', (begin, start) => {
    const track = read(
      `<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="x" ttp:tickRate="10000000" ttp:frameRate="25"><tt:body><tt:div><tt:p begin="${begin}" dur="1s">use<tt:br/>code <tt:span>now</tt:span></tt:p></tt:div></tt:body></tt:tt>`,
    );

    expect(track.format).toBe('ttml');
    expect(said(track)).toEqual([[start, start + 1, 'use code now']]);
  });

  test.each([
    ['<!DOCTYPE x [<!ENTITY a "b">]><transcript><text start="1">&a;</text></transcript>', 'doctype_not_allowed'],
    [
      '<transcript><!ENTITY a SYSTEM "file:///etc/passwd"><text start="1">&a;</text></transcript>',
      'doctype_not_allowed',
    ],
    ['<html><body><p t="1">a</p></body></html>', 'not_xml'],
    ['<', 'not_xml'],
    [`<timedtext>${'<p t="1">'.repeat(1_000)}`, 'too_deep'],
    ['<transcript></transcript>', 'no_cues'],
  ])('rejects %s', (body, fault) => {
    expect(read(body)).toMatchObject({ cues: [], errors: [fault] });
  });
});

describe('copied transcripts', () => {
  test('accepts timestamps above or before their lines', () => {
    const body = lines('Intro without a time', '0:15', 'use code', '[1:02:03] save twenty', '(1:02:09) - bye');

    const track = read(body);

    expect(track.format).toBe('text');
    expect(said(track)).toEqual([
      [null, null, 'Intro without a time'],
      [15, 3_723, 'use code'],
      [3_723, 3_729, 'save twenty'],
      [3_729, 3_729, 'bye'],
    ]);
  });

  test('returns no times for a text without timestamps', () => {
    expect(said(read('use code save twenty', 'text'))).toEqual([[null, null, 'use code save twenty']]);
  });

  test('splits a long paragraph without losing words', () => {
    const words = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');

    expect(
      read(words, 'text')
        .cues.map(({ text }) => text)
        .join(' '),
    ).toBe(words);
  });
});

describe('limits', () => {
  test('cuts a long cue and removes invisible characters', () => {
    const track = read(lines('WEBVTT', '', '00:01.000 --> 00:02.000', `\u202e${'a'.repeat(239)}\u{1f600}`));

    expect(track.isCut).toBe(true);
    expect(said(track)).toEqual([[1, 2, 'a'.repeat(239)]]);
  });

  test('reports more cues than the limit', () => {
    const utterances = Array.from({ length: 20_001 }, (_, index) => ({ text: `n${index}`, start_time: index * 1_000 }));

    const track = read(JSON.stringify({ utterances }));

    expect(track.cues).toHaveLength(20_000);
    expect(track.errors).toEqual(['too_many_cues']);
  });

  test.each(['', ' ', '{', '{}', 'WEBVTT', '{"events":[]}'])('returns no cues for %j, and one error', (body) => {
    const track = read(body);

    expect(track.cues).toEqual([]);
    expect(track.errors).toHaveLength(1);
  });

  test('does not parse a body over the limit', () => {
    expect(read('a'.repeat(4_194_305))).toMatchObject({ cues: [], errors: ['too_long'] });
  });
});

test('never throws, and parses deterministically', () => {
  const piece = fc.constantFrom(
    'WEBVTT', '\n\n', '00:01.000 --> 00:02.000', '<transcript>', '<text start="1">', '</', '&amp;', '{"events":[', '0:15', '<p t="1"', '<!DOCTYPE', ']]>', '<![CDATA[',
  ); // prettier-ignore
  const body = fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom('auto', ...CAPTION_FORMATS), body, (format, pieces) => {
      const track = read(pieces.join(''), format);

      expect(read(pieces.join(''), format)).toEqual(track);
      expect(track.cues.length > 0 || track.errors.length > 0).toBe(true);
      expect(track.cues.every(({ startSeconds, endSeconds }) => (endSeconds ?? 0) >= (startSeconds ?? 0))).toBe(true);
    }),
  );
});
