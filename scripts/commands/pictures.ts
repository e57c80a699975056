/** `npm run pictures`: takes the pictures of the README anew. */
import { takePictures } from '@svc/test/readme-pictures';
import { describeFailure } from '../stack/failure.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());

try {
  await takePictures(stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) console.error(describeFailure(error));
  process.exit(stopping.signal.aborted ? 130 : 1);
}
process.exit(0);
