import type { VideoAddress } from '../videos/video.js';
import type { Suggestion } from './suggested-code.js';

/** Details of the deal in a group of the request; null where absent. */
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
  /** All links as sent, including unusable ones. */
  readonly urls: readonly string[];
  /** The videos of the links, without duplicates. */
  readonly videos: readonly VideoAddress[];
  readonly suggestion: Suggestion | null;
  /** Lines of the group in the pasted text; null for a group of `collections`. */
  readonly lines: LineRange | null;
  /** Lines to correct even though the group has a deal: unusable links, with their labels and codes. */
  readonly leftLines: readonly LineRange[];
  /** The row of the pasted text with the headings of the group's rows; null without one. */
  readonly headingLine: number | null;
}
