/** The parts of answers that the system tests look at. */
export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface Deal {
  readonly id: string;
  readonly name: string;
  readonly promoCode: string | null;
  readonly price: number | null;
  readonly status: string;
  readonly videoCount: number;
  readonly totalViews: number;
  readonly version: number;
  readonly access: { readonly role: string; readonly canEdit: boolean; readonly redacted: readonly string[] };
}

export interface Video {
  readonly id: string;
  readonly url: string;
  readonly latestValue: number | null;
  readonly nextDueDate: string | null;
}

export interface ViewLog {
  readonly id: string;
  readonly dealId: string;
  readonly videoId: string;
  readonly value: number;
  readonly note: string | null;
  readonly editable: boolean;
}

export interface ImportAnswer {
  readonly summary: Readonly<Record<string, number>>;
  readonly deals: readonly {
    readonly dealId: string;
    readonly name: string;
    readonly created: boolean;
    readonly videos: readonly { readonly videoId: string; readonly url: string; readonly status: string }[];
  }[];
  readonly needsPromoCode: readonly {
    readonly groupIndex: number;
    readonly reason: string;
    readonly nextAction: {
      readonly operation: string;
      readonly retryParams: { readonly collections: readonly object[] };
    };
  }[];
  readonly invalid: readonly { readonly groupIndex: number; readonly url: string | null; readonly message: string }[];
}

export interface ErrorAnswer {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
    readonly requestId: string;
  };
}

/** A YouTube link whose id is made of a number, for as many videos as a test wants. */
export function videoUrl(number: number): string {
  return `https://www.youtube.com/watch?v=${String(number).padStart(11, '0')}`;
}

/** The date so many days before today, in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
