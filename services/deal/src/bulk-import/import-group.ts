import type { VideoAddress } from '../videos/video.js';
import type { Suggestion } from './suggested-code.js';

/** What the request says about the deal of a group; null where it says nothing. */
export interface ImportDetails {
  readonly price: number | null;
  readonly viewsTarget: number | null;
  readonly promoLink: string | null;
  readonly contact: string | null;
  readonly notes: string | null;
}

/** Consecutive lines of the pasted text, from 1. */
export interface LineRange {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Links that belong to one deal. */
export interface ImportGroup {
  /** Number within the request, from 0. */
  readonly index: number;
  readonly name: string | null;
  readonly promoCode: string | null;
  readonly details: ImportDetails;
  /** All links as sent, usable or not. */
  readonly urls: readonly string[];
  /** The videos that the links lead to, each once. */
  readonly videos: readonly VideoAddress[];
  readonly suggestion: Suggestion | null;
  /** Its lines; null for a group of `collections`. */
  readonly lines: LineRange | null;
  /** Those of them to correct although the group has a deal: unusable links, with their labels and codes. */
  readonly leftLines: readonly LineRange[];
}
