/**
 * Texts that slow parsers down when repeated: runs of one character, openers without an end, nesting, columns, comments, escapes, and combining
 * characters.
 */
const HOSTILE: readonly string[] = [
  ' ', '\t', '\n', '\r\n', '\n\n', ' \n', ',', ';', ':', '.', '-', '_', '/', '\\', '@', '%', '#', '&', '=', '+', '|', '*', '?',
  '"', "'", '""', '","', '<', '<!--', '<!---->', '<a ', '<?', '>', '(', '()', '[', '[]', '[[', '{', '{}', '{"a":', '[1,', '{},',
  '0', '9', '1,', '1.', 'a', 'A', 'aA', 'a ', 'a,', 'a;', 'a.', 'a@', 'a@b.', 'a/', 'a:', 'a=b;', 'a=b&', 'é', 'e\u0301', '\u0301',
  '\u200d', '\u202e', '\ufeff', '\ud83d\ude00', '\ud83d', '%00', '%25', '%u0041', '\u0000', '://', 'http://', 'http://a/',
  'www.', 'https://youtu.be/', '?v=', '&v=', 'CODE:', 'CODE: a\n', 'x\n\n', 'BEGIN:VCARD\n', 'BEGIN:VCARD\r\n', 'END:VCARD\n',
  'BEGIN:VCARD\nEND:VCARD\n', 'N:a;b\n', 'TEL;TYPE=', ' folded\n', 'a:::b', '/*', '//', 'data:', 'base64,', 'Mozilla/5.0 (', 'compatible;',
  'bot ', 'Android ', '(KHTML, like Gecko) ', 'session=', '__Host-', 'Bearer ',
]; // prettier-ignore

/** Text before and after, so that a match can start but not complete. */
const FRAMES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['https://x', '!\u0007'],
];

/** Length of the longest text; quadratic work takes tens of milliseconds there. */
const LONG = 16_384;
/** For eight times the input, the maximum growth in time that needs no second measurement: n log n with some margin. */
const GROWTH_MAX = 8 * 3;
/**
 * The second measurement compares texts whose lengths differ by this factor: linear and quadratic growth are far apart there, and the bound lies
 * between them.
 */
const SPAN = 64;
const SPAN_GROWTH_MAX = SPAN * 8;
/** Growth that needs no confirmation: half of the quadratic factor. Smaller growth is measured again, this many times in total. */
const CERTAIN_GROWTH = (SPAN * SPAN) / 2;
const LOOKS = 3;
/** The second measurement uses texts this many times as long, where the fixed cost of a call matters less. */
const LONGER = 4;
/** Milliseconds below which a measurement is only noise. */
const NOISE_MS = 8;
/** Milliseconds that count as next to nothing. */
const MOMENT_MS = 0.3;
/** Milliseconds that the runs of one round take together: several times the 4 ms ticks in which some kernels count a thread's CPU time. */
const ROUND_MS = 20;
const ROUNDS = 3;
/** Milliseconds of a single run that is long enough to need no third round. */
const LONG_MS = 200;

/**
 * The duration of some work by two clocks. A busy machine increases the wall-clock time, and CPU time is counted in ticks that short work may miss.
 * Slow work is slow by both clocks.
 */
interface Took {
  readonly passedMs: number;
  readonly computedMs: number;
}

export interface GrowthOptions {
  /** Maximum length of the texts that the parser's callers accept. */
  readonly lengthMax?: number;
  /** The texts to repeat; all known hostile ones when unset. */
  readonly shapes?: readonly string[];
}

/**
 * Feeds a parser hostile texts of growing length and names those for which its time grows faster than about n log n. Its results and errors do not
 * matter.
 */
export async function findSuperlinear(
  parse: (text: string) => unknown,
  { lengthMax = Infinity, shapes = HOSTILE }: GrowthOptions = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const shape of shapes) {
    for (const [before, after] of FRAMES) {
      const work = (length: number): Promise<void> =>
        settled(parse, before + shape.repeat(Math.ceil(length / shape.length)).slice(0, length) + after);
      const growth = await measureGrowth(work, lengthMax);
      if (growth !== undefined) found.push(`${JSON.stringify(before + shape + after)}: ${growth}`);
    }
  }
  return found;
}

async function measureGrowth(work: (length: number) => Promise<void>, lengthMax: number): Promise<string | undefined> {
  const long = Math.min(LONG, lengthMax);
  // Step by step, so that exponential growth is found before it takes forever.
  for (let length = long / 512; length <= long; length *= 8) {
    const whole = await timeOfOne(work, length);
    if (whole.computedMs < NOISE_MS || (await seemsProportional(work, length, whole))) continue;
    if ((await growthOf(work, length)) < GROWTH_MAX) continue;
    const longer = Math.min(length * LONGER, lengthMax);
    let growth = await growthOf(work, longer, SPAN);
    // A small excess may be due to garbage collection or the machine, and is smaller the next time.
    for (let look = 1; look < LOOKS && growth > SPAN_GROWTH_MAX && growth < CERTAIN_GROWTH; look += 1) {
      growth = await growthOf(work, longer, SPAN);
    }
    if (growth > SPAN_GROWTH_MAX) {
      return `${longer} characters take ${growth.toFixed(1)} times as long as ${longer / SPAN}`;
    }
  }
  return undefined;
}

/**
 * Whether a quick measurement of an eighth of the text suggests linear growth. A pause that affects one run does not affect all three, and anything
 * that seems slow is measured properly.
 */
async function seemsProportional(
  work: (length: number) => Promise<void>,
  length: number,
  { passedMs }: Took,
): Promise<boolean> {
  let partMs = Infinity;
  for (let run = 0; run < ROUNDS; run += 1) {
    partMs = Math.min(partMs, (await timeOfOne(work, Math.ceil(length / 8))).passedMs);
  }
  return passedMs < partMs * GROWTH_MAX;
}

/** Runs the parser; a thrown refusal is a valid result. */
async function settled(parse: (text: string) => unknown, text: string): Promise<void> {
  try {
    await parse(text);
  } catch (error) {
    // An error in the test is not a refusal of the parser.
    if (error instanceof ReferenceError) throw error;
  }
}

/**
 * How many times as long work takes for an input eight times (or the given number of times) as large: about 8 for linear work, 64 for quadratic. Very
 * short work counts as `MOMENT_MS`, which hides garbage collection.
 */
export async function growthOf(work: (size: number) => unknown, largest: number, times = 8): Promise<number> {
  const whole = await timeOf(work, largest);
  const part = await timeOf(work, Math.ceil(largest / times));
  const least = (MOMENT_MS * 8) / times;
  return Math.min(whole.passedMs / Math.max(part.passedMs, least), whole.computedMs / Math.max(part.computedMs, least));
}

async function timeOfOne(work: (size: number) => unknown, size: number): Promise<Took> {
  const startedAt = now();
  await work(size);
  const endedAt = now();
  return { passedMs: endedAt.passedMs - startedAt.passedMs, computedMs: endedAt.computedMs - startedAt.computedMs };
}

/** The duration of some work by each clock, in the quickest of a few rounds; short work is repeated within a round. */
async function timeOf(work: (size: number) => unknown, size: number): Promise<Took> {
  const least = { passedMs: Infinity, computedMs: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    let runs = 0;
    const took = { passedMs: 0, computedMs: 0 };
    while (Math.min(took.passedMs, took.computedMs) < ROUND_MS) {
      const { passedMs, computedMs } = await timeOfOne(work, size);
      took.passedMs += passedMs;
      took.computedMs += computedMs;
      runs += 1;
    }
    least.passedMs = Math.min(least.passedMs, took.passedMs / runs);
    least.computedMs = Math.min(least.computedMs, took.computedMs / runs);
    // A pause of the machine may affect both clocks in one run, but hardly in two.
    if (round > 0 && took.computedMs > LONG_MS * runs) break;
  }
  return least;
}

/** Wall-clock time, and this thread's CPU time. */
function now(): Took {
  const { user, system } = process.threadCpuUsage();
  return { passedMs: performance.now(), computedMs: (user + system) / 1_000 };
}
