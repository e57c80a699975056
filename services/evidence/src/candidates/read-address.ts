/** The target of a pasted link. */
export interface VideoAddress {
  readonly canonicalUrl: string;
  readonly canonicalKey: string;
  readonly platform: string;
  readonly contentKind: 'video' | 'short_link' | 'web_page';
  readonly accountHandle: string | null;
  readonly startSeconds: number | null;
}

export type ReadAddress =
  { readonly ok: true; readonly address: VideoAddress } | { readonly ok: false; readonly reason: string };
