import type { LucideIcon } from 'lucide-react';

/** A line of the palette. */
export interface Entry {
  /** Entries of one group follow each other. */
  readonly group: 'Actions' | 'Recent' | 'Pages' | 'Records';
  readonly title: string;
  readonly icon?: LucideIcon | undefined;
  /** What tells it apart from others of the same title. */
  readonly detail?: string | undefined;
  /** What kind of thing it is, or the keys that lead there. */
  readonly about: string;
  /** Words that find it, beside those of the title. */
  readonly words?: string;
  /** Found by its words alone: it is not offered before something is typed. */
  readonly isRare?: true;
  /** Where it leads, if that is a record's page. */
  readonly path?: string;
  /** Acts, and closes the palette. */
  readonly run: () => void;
  /** Goes on in the palette with this text instead. */
  readonly fill?: string;
}

/** Whether the entry has every word of the text, or the beginnings of them. */
export function isNamed(text: string): (entry: Entry) => boolean {
  const wanted = text.toLowerCase().split(/\s+/);
  return ({ title, words = '' }) => {
    const named = `${title} ${words}`.toLowerCase();
    return wanted.every((word) => named.includes(word));
  };
}
