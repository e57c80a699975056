/** Prefetches: a small separate script requests what the page needs before the app loads, and calls use the answers. */

/** A response, read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

interface Early {
  readonly answer: Promise<Answer>;
  readonly at: number;
  /** Set once it has arrived. */
  answered?: Answer;
}

/** Milliseconds for which a prefetched answer counts as fresh. */
const EARLY_MS = 10_000;
const asked = new Map<string, Early>();
let isAppHere = false;

/** Prefetches the data of the page. Does nothing once the app makes its own requests. */
export function readEarly(url: string): void {
  if (isAppHere) return;
  const answer = fetch(url).then(readToEnd);
  const early: Early = { answer, at: performance.now() };
  answer.then(
    (answered) => (early.answered = answered),
    () => undefined,
  );
  asked.set(url, early);
}

/** Takes the prefetched response, once; undefined if there is none. */
export function takeEarly(url: string): Promise<Answer> | undefined {
  return take(url)?.answer;
}

/** Takes the prefetched response if it is complete and a success, so that the page can be rendered with it immediately. */
export function takeAnswered(url: string): string | undefined {
  const answered = asked.get(url)?.answered;
  return answered?.response.ok ? take(url) && answered.text : undefined;
}

function take(url: string): Early | undefined {
  isAppHere = true;
  const found = asked.get(url);
  asked.delete(url);
  return found && performance.now() - found.at < EARLY_MS ? found : undefined;
}

export async function readToEnd(response: Response): Promise<Answer> {
  return { response, text: await response.text() };
}
