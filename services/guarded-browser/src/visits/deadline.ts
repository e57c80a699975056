import { VisitFailure } from './visit-failure.js';

/** Returns the result of work, or throws `timeout`. Abandoned work continues until its page closes; later errors are ignored. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new VisitFailure('timeout')), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
