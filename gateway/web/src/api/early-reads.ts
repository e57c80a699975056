/** Answers that are on their way before the app is: a small script of its own asks for them, and calls take them up. */

/** What a request was answered, read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

interface Early {
  readonly answer: Promise<Answer>;
  readonly at: number;
  /** Set once it is there. */
  answered?: Answer;
}

/** Milliseconds for which an answer that was asked for early is as good as a new one. */
const EARLY_MS = 10_000;
const asked = new Map<string, Early>();
let isAppHere = false;

/** Asks for what the page is about to read. Once the app asks by itself, does nothing. */
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

/** The answer that was asked for early, once; undefined when there is none. */
export function takeEarly(url: string): Promise<Answer> | undefined {
  return take(url)?.answer;
}

/** The same where all of it is there already and is a success: a page that begins with it need not be drawn without it first. */
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
