import type { LucideIcon } from 'lucide-react';

/** A line of the palette. */
export interface Entry {
  /** Consecutive entries of one group share a heading. */
  readonly group: 'Actions' | 'Recent' | 'Pages' | 'Records';
  readonly title: string;
  readonly icon?: LucideIcon | undefined;
  /** Distinguishes it from others with the same title. */
  readonly detail?: string | undefined;
  /** Its kind, or its shortcut. */
  readonly about: string;
  /** Words that find it, beside those of the title. */
  readonly words?: string;
  /** Found only by its words: it is not offered before the user types. */
  readonly isRare?: true;
  /** Its page, if it is a record. */
  readonly path?: string;
  /** Runs the action, and closes the palette. */
  readonly run: () => void;
  /** Continues in the palette with this text instead. */
  readonly fill?: string;
}

/** Whether the entry has every word of the text, or words that start with them. */
export function isNamed(text: string): (entry: Entry) => boolean {
  const wanted = text.toLowerCase().split(/\s+/);
  return ({ title, words = '' }) => {
    const named = `${title} ${words}`.toLowerCase();
    return wanted.every((word) => named.includes(word));
  };
}
