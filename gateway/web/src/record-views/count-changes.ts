import type { CountDetails, CountedVideo, Recorder, ViewLog } from './recorder.js';
import { type RowState, unrecordedDetails } from './row-state.js';

interface Rows {
  readonly stateOf: (videoId: string) => RowState;
  readonly set: (videoId: string, state: RowState) => void;
}

/** Changes recorded counts, one change at a time for each, because a change is based on the version from the previous one. */
export class CountChanges {
  /** The last change of each count. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #recorder: Recorder;
  readonly #rows: Rows;

  constructor(recorder: Recorder, rows: Rows) {
    this.#recorder = recorder;
    this.#rows = rows;
  }

  /** Replaces or removes the screenshot of the row and its count. A count that is being added gets it once added. */
  setProof(row: CountedVideo, screenshotId: string | null): Promise<void> {
    const { videoId } = row;
    return this.#inTurn(videoId, async () => {
      const { log } = this.#rows.stateOf(videoId);
      if (log) await this.#attach(row, log, screenshotId);
      const state = this.#rows.stateOf(videoId);
      this.#rows.set(videoId, { ...state, details: { ...state.details, screenshotId } });
    });
  }

  /**
   * Sends the value and all details that the recorded count lacks, including changes during the request. Returns the value that it replaced;
   * undefined if none was.
   */
  complete(row: CountedVideo, value: number): Promise<number | undefined> {
    const { dealId, videoId } = row;
    return this.#inTurn(videoId, async () => {
      let replaced: number | undefined;
      for (;;) {
        const { log, details, recorded } = this.#rows.stateOf(videoId);
        if (!log) return replaced;
        const { screenshotId, ...texts } = unrecordedDetails(details, recorded);
        const changes = { ...texts, ...(log.value !== value && { value }) };
        if (screenshotId !== undefined) await this.#attach(row, log, screenshotId);
        else if (Object.keys(changes).length === 0) return replaced;
        else {
          const input = { dealId, viewId: log.id, ...changes };
          if (log.value !== value) replaced = log.value;
          this.#changed(videoId, await this.#recorder.correct(input, log.version), texts);
        }
      }
    });
  }

  async #attach({ dealId, videoId }: CountedVideo, log: ViewLog, screenshotId: string | null): Promise<void> {
    const changed = await this.#recorder.attach({ dealId, viewId: log.id, screenshotId }, log.version);
    this.#changed(videoId, changed, { screenshotId });
  }

  #changed(videoId: string, log: ViewLog, details: CountDetails): void {
    const state = this.#rows.stateOf(videoId);
    this.#rows.set(videoId, { ...state, log, recorded: { ...state.recorded, ...details } });
  }

  #inTurn<Result>(videoId: string, change: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(videoId) ?? Promise.resolve();
    const changing = before.catch(() => undefined).then(change);
    this.#last.set(videoId, changing);
    return changing;
  }
}
