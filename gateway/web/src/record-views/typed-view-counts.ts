import { describeError, isApiError } from '../api/api-error.js';
import type { KeptCounts } from '../kept/counts.js';
import type { Proof } from '../screenshots/proof-state.js';
import { doubtOf, readCount } from '../views/read-count.js';
import { CountChanges } from './count-changes.js';
import { LastCount } from './last-count.js';
import type { CountDetails, CountedVideo, Recorder } from './recorder.js';
import { isLacking, type RowState, unrecordedDetails } from './row-state.js';
import { type Sent, sentCount } from './sent-count.js';

const OPEN: RowState = { text: '', status: 'open' };
const DELETED_SINCE = 'This count was recorded before and then deleted.';

/**
 * A page's counts while they are typed and recorded, with subscriptions per row, so that a keystroke renders only one row. The value shown before
 * Enter is the recorded one.
 */
export class TypedViewCounts {
  readonly #rows = new Map<string, RowState>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #last = new LastCount((videoId) => this.#set(videoId, { ...this.stateOf(videoId), isLast: false }));
  #turns = 0;
  /** Counts being added, by video. */
  readonly #adding = new Map<string, Promise<void>>();
  /** Videos whose counts are typed, and neither recorded nor questioned; replaced when it changes. */
  #typed: ReadonlySet<string> = new Set();
  /** View counts that were added since the page was opened. */
  #added = 0;

  readonly #recorder: Recorder;
  readonly #changes: CountChanges;
  readonly #kept: KeptCounts;
  readonly #format: (value: number) => string;

  constructor(recorder: Recorder, kept: KeptCounts, format: (value: number) => string) {
    this.#recorder = recorder;
    this.#changes = new CountChanges(recorder, {
      stateOf: this.stateOf,
      set: (videoId, state) => this.#set(videoId, state),
    });
    this.#kept = kept;
    this.#format = format;
    for (const [videoId, { text }] of Object.entries(kept.list())) this.#put(videoId, { text, status: 'open' });
  }

  readonly stateOf = (videoId: string): RowState => this.#rows.get(videoId) ?? OPEN;

  readonly added = (): number => this.#added;

  readonly typed = (): ReadonlySet<string> => this.#typed;

  /** `videoId` is `*` for the number of added counts, and `typed` for the set of typed ones. */
  readonly subscribe = (videoId: string, listener: () => void): (() => void) => {
    const listeners = this.#listeners.get(videoId) ?? new Set();
    this.#listeners.set(videoId, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  /** Resends entries without an answer, from before the page was left or the connection was lost, with their keys. */
  resume(): void {
    for (const [videoId, { dealId, text, sent }] of Object.entries(this.#kept.list())) {
      if (sent && this.stateOf(videoId).status !== 'sending')
        this.#add({ dealId, videoId, lastValue: null }, text, sent);
    }
  }

  type({ dealId, videoId }: CountedVideo, text: string): void {
    const { message: _gone, ...state } = this.stateOf(videoId);
    this.#set(videoId, { ...state, text, status: 'open' });
    if (state.log) return;
    if (text === '') this.#kept.forget(videoId);
    else this.#kept.keep(videoId, { dealId, text });
  }

  /** Discards what is typed: a recorded count comes back. Returns whether there was anything to discard. */
  reset(row: CountedVideo): boolean {
    const { message: _gone, ...state } = this.stateOf(row.videoId);
    if (state.status === 'sending' || state.status === 'waiting') return false;
    const text = state.log ? this.#format(state.log.value) : '';
    if (state.text === text) return false;
    if (!state.log) this.type(row, '');
    else this.#set(row.videoId, { ...state, text, status: isLacking(state) ? 'open' : 'recorded' });
    return true;
  }

  /** Details of the view count; a recorded one is open again until they are saved. */
  describe({ videoId }: CountedVideo, details: CountDetails): void {
    const state = this.stateOf(videoId);
    const status = state.status === 'recorded' ? 'open' : state.status;
    this.#set(videoId, { ...state, status, details: { ...state.details, ...details } });
  }

  /** Stores a screenshot at once; the view count includes it when entered, and one that is already recorded gets it now. */
  async prove(row: CountedVideo, image: File): Promise<void> {
    const tell = (share: number): void => this.#prove(row, { status: 'sending', share });
    tell(0);
    try {
      const { screenshotId, detectedViews } = await this.#recorder.prove(row, image, tell);
      await this.#changes.setProof(row, screenshotId);
      this.#prove(row, { status: 'attached', screenshotId, found: detectedViews });
    } catch (error) {
      this.#prove(row, { status: 'refused', message: describeError(error) });
    }
  }

  /** Removes the screenshot from the row and its view count; it stays among the screenshots. */
  async unprove(row: CountedVideo): Promise<void> {
    try {
      await this.#changes.setProof(row, null);
      const { proof: _gone, ...state } = this.stateOf(row.videoId);
      this.#set(row.videoId, state);
    } catch (error) {
      this.#prove(row, { status: 'refused', message: describeError(error) });
    }
  }

  /** Accepts the field's text. Returns whether the row is done, so that the next one may get the focus. */
  enter(row: CountedVideo, checkedAt: string | undefined): boolean {
    if (this.stateOf(row.videoId).text.trim() === '') this.reset(row);
    const state = this.stateOf(row.videoId);
    if (state.status === 'sending' || state.status === 'waiting' || state.text === '') return true;
    const read = readCount(state.text);
    if ('problem' in read) return this.#refuse(row.videoId, read.problem);
    const { value } = read;
    const isSame = state.log?.value === value;
    if (isSame && !isLacking(state)) {
      this.#set(row.videoId, { ...state, status: 'recorded' });
      return true;
    }
    const doubt = isSame ? undefined : doubtOf(value, row.lastValue, this.#format);
    if (doubt !== undefined && state.status !== 'doubtful') {
      this.#set(row.videoId, { ...state, status: 'doubtful', message: doubt });
      return false;
    }
    const adding = this.#adding.get(row.videoId);
    if (adding) {
      // Adding this one too would count the video twice.
      this.#set(row.videoId, { ...state, status: 'sending' });
      void adding.then(() => this.stateOf(row.videoId).log && this.#correct(row, value));
    } else if (state.log) {
      this.#set(row.videoId, { ...state, isLast: false });
      this.#turns += 1;
      const turn = this.#turns;
      void this.#correct(row, value).then((before) => this.#offerUndo(row, turn, before));
    } else this.#add(row, state.text, this.#sending(row, value, checkedAt));
    return true;
  }

  /** Whether a count can be undone now. A row being edited has its own undo. */
  canUndo(): boolean {
    const { row } = this.#last;
    const { status, isLast = false } = row ? this.stateOf(row.videoId) : OPEN;
    return isLast && status === 'recorded';
  }

  /** Undoes the last view count or correction, if recorded within ten seconds. Returns its row. */
  async undo(): Promise<CountedVideo | undefined> {
    const last = this.canUndo() ? this.#last.take() : undefined;
    const state = last && this.stateOf(last.row.videoId);
    if (!last || !state?.log) return undefined;
    const { log, isLast: _gone, ...rest } = state;
    const { dealId, videoId } = last.row;
    if (last.before !== undefined) {
      this.#set(videoId, { ...rest, log, text: this.#format(last.before) });
      await this.#correct(last.row, last.before);
      return last.row;
    }
    this.#set(videoId, { ...rest, status: 'sending' });
    try {
      await this.#recorder.remove({ dealId, viewId: log.id }, log.version);
      this.#count(-1);
      this.#set(videoId, { ...rest, status: 'open' });
      this.#kept.keep(videoId, { dealId, text: rest.text });
      return last.row;
    } catch (error) {
      this.#set(videoId, { ...rest, log, status: 'refused', message: describeError(error) });
      return undefined;
    }
  }

  #sending({ dealId, videoId }: CountedVideo, value: number, checkedAt: string | undefined): Sent {
    const entered = { dealId, videoId, value, ...unrecordedDetails(this.stateOf(videoId).details) };
    return sentCount(entered, checkedAt, this.#kept.list()[videoId]?.sent);
  }

  #add(row: CountedVideo, text: string, sent: Sent): void {
    const adding = this.#sendAdded(row, text, sent).finally(() => this.#adding.delete(row.videoId));
    this.#adding.set(row.videoId, adding);
  }

  async #sendAdded(row: CountedVideo, text: string, sent: Sent): Promise<void> {
    const { dealId, videoId } = row;
    this.#turns += 1;
    const turn = this.#turns;
    this.#put(videoId, { ...this.#rest(videoId), text, status: 'sending' });
    this.#kept.keep(videoId, { dealId, text, sent });
    await this.#recorder.shown();
    this.#tell(videoId);
    try {
      const log = await this.#recorder.add(sent.input, sent.key);
      this.#kept.forget(videoId);
      const isLast = this.#last.set({ row, turn });
      this.#count(1);
      const recorded = { ...this.#rest(videoId), log, recorded: sent.input };
      const now = this.stateOf(videoId);
      // Text typed since then corrects the count with the next Enter.
      if (now.text !== text) return this.#set(videoId, { ...now, ...recorded });
      this.#set(videoId, { ...recorded, text: this.#format(log.value), status: 'recorded', isLast });
      if (isLacking(this.stateOf(videoId))) await this.#correct(row, log.value);
    } catch (error) {
      this.#failed(row, error);
    }
  }

  /** Returns the value that it replaced; undefined if none was. */
  async #correct(row: CountedVideo, value: number): Promise<number | undefined> {
    const { videoId } = row;
    const { message: _gone, ...before } = this.stateOf(videoId);
    this.#set(videoId, { ...before, status: 'sending' });
    try {
      const replaced = await this.#changes.complete(row, value);
      const state = this.stateOf(videoId);
      // Text typed since then is kept.
      if (state.status === 'sending') this.#set(videoId, { ...state, text: this.#format(value), status: 'recorded' });
      return replaced;
    } catch (error) {
      this.#refuse(videoId, describeError(error));
      return undefined;
    }
  }

  #offerUndo(row: CountedVideo, turn: number, before: number | undefined): void {
    if (before === undefined || this.stateOf(row.videoId).status !== 'recorded') return;
    if (this.#last.set({ row, turn, before })) this.#set(row.videoId, { ...this.stateOf(row.videoId), isLast: true });
  }

  /**
   * Drops the key of a refused entry. Others keep theirs, because they may have been recorded, and without a connection wait for `resume`. A count
   * that was recorded and deleted since is dropped.
   */
  #failed({ dealId, videoId }: CountedVideo, error: unknown): void {
    const { text } = this.stateOf(videoId);
    const isRefused = isApiError(error) && error.isRefusal;
    if (isRefused && error.status === 409) {
      this.#kept.forget(videoId);
      this.#set(videoId, { ...this.#rest(videoId), text: '', status: 'refused', message: DELETED_SINCE });
      return;
    }
    if (isApiError(error) && error.status === 0) {
      this.#set(videoId, { ...this.#rest(videoId), text, status: 'waiting' });
      return;
    }
    if (isRefused) this.#kept.keep(videoId, { dealId, text });
    const message = `Not saved yet: ${describeError(error)} Press Enter to retry.`;
    this.#set(videoId, { ...this.#rest(videoId), text, status: 'refused', message });
  }

  /** State of a row that outlives its count. */
  #rest(videoId: string): Pick<RowState, 'details' | 'proof'> {
    const { details, proof } = this.stateOf(videoId);
    return { ...(details && { details }), ...(proof && { proof }) };
  }

  #prove({ videoId }: CountedVideo, proof: Proof): void {
    this.#set(videoId, { ...this.stateOf(videoId), proof });
  }

  #refuse(videoId: string, message: string): false {
    this.#set(videoId, { ...this.stateOf(videoId), status: 'refused', message });
    return false;
  }

  #count(change: number): void {
    this.#added += change;
    this.#tell('*');
  }

  #set(videoId: string, state: RowState): void {
    this.#put(videoId, state);
    this.#tell(videoId);
  }

  #put(videoId: string, state: RowState): void {
    this.#rows.set(videoId, state);
    const isTyped = state.status === 'open' && state.text.trim() !== '';
    if (isTyped === this.#typed.has(videoId)) return;
    const others = [...this.#typed].filter((id) => id !== videoId);
    this.#typed = new Set(isTyped ? [...others, videoId] : others);
    this.#tell('typed');
  }

  #tell(videoId: string): void {
    for (const listener of this.#listeners.get(videoId) ?? []) listener();
  }
}
