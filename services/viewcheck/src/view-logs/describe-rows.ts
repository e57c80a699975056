import type { ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';
import { type DealDirectory, describeVideos } from './deal-directory.js';
import { listReferences, type Proofs, type References } from './proofs.js';
import { toViewLogs } from './view-log.js';
import type { ViewLogRow } from './view-log-repo.js';

/** Adds data from deal and screenshot to view logs; also returns references of other given screenshots. */
export async function describeRows(
  directory: DealDirectory,
  proofs: Proofs,
  rows: readonly ViewLogRow[],
  otherScreenshotIds: readonly string[] = [],
): Promise<{ viewLogs: ViewLog[]; references: References }> {
  const videoIds = rows.map((row) => row.videoId);
  const screenshotIds = rows.map((row) => row.screenshotId);
  const [videos, references] = await Promise.all([
    describeVideos(directory, videoIds),
    listReferences(proofs, [...screenshotIds, ...otherScreenshotIds]),
  ]);
  return { viewLogs: toViewLogs(rows, videos, references), references };
}
