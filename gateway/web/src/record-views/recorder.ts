import type { Input, Output } from '../api/operations.js';

export type ViewLog = Output<'deals.add_view_log'>;

/** The subject of the count. */
export interface CountedVideo {
  readonly dealId: string;
  readonly videoId: string;
  readonly lastValue: number | null;
}

/** Details of a view count. */
export type CountDetails = Pick<Input<'deals.add_view_log'>, 'note' | 'sourceUrl' | 'screenshotId'>;

/** Sends view counts to the server; writes with a key may be repeated. */
export interface Recorder {
  /** Resolves once the changes so far are on the screen: the next field has the focus before anything else is drawn or sent. */
  readonly shown: () => Promise<void>;
  readonly add: (input: Input<'deals.add_view_log'>, key: string) => Promise<ViewLog>;
  readonly correct: (input: Input<'deals.update_view_log'>, version: number) => Promise<ViewLog>;
  /** Replaces or removes the screenshot of a recorded count. */
  readonly attach: (input: Input<'deals.replace_view_log_screenshot'>, version: number) => Promise<ViewLog>;
  readonly remove: (input: Input<'deals.delete_view_log'>, version: number) => Promise<unknown>;
  /** Stores a screenshot of the video's page. */
  readonly prove: (
    row: CountedVideo,
    image: File,
    onProgress: (share: number) => void,
  ) => Promise<{ screenshotId: string; detectedViews: number | null }>;
}
