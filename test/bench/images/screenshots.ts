/** Measures screenshots: uploads, captures, and the lists that show them. */
import { loadavg } from 'node:os';
import { type Bench, withStack } from '../measuring/bench.ts';
import { benchCaptures } from './captures.ts';
import { benchProofs } from './screenshot-proofs.ts';
import { benchUploads } from './screenshot-uploads.ts';

export async function benchScreenshots(bench: Bench): Promise<void> {
  console.log(
    `\nscreenshots: load average ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')} before it begins`,
  );
  await withStack(bench, async (stack) => {
    await benchUploads(bench, stack);
    await benchProofs(bench, stack);
  });
  await benchCaptures(bench);
}
