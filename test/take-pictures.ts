/** Retakes the pictures of the README. */
import { describeFailure } from '@svc/scripts/stack/failure';
import { takePictures } from './readme-pictures.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());

try {
  await takePictures(stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(stopping.signal.aborted ? 130 : 1);
}
process.exit(0);
