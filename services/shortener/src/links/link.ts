import type { UserPrincipal } from '@svc/chassis/calls/principal';

/** The creator of a link: an anonymous visitor, a signed-in user, or an agent for the user who approved it. */
export type LinkCreator =
  | { readonly kind: 'guest' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'agent'; readonly userId: string; readonly clientId: string | null };

/** The parsed fields of a new link. */
export interface LinkFields {
  readonly slug: string | null;
  readonly title: string | null;
  readonly campaign: string | null;
  readonly tags: readonly string[];
  readonly dealId: string | null;
  readonly expiresAt: Date | null;
}

/** The image of a photo link. */
export interface Photo {
  readonly sha256: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly displayKey: string;
  readonly displayContentType: string;
}

/** A link as stored, with its counts. */
export interface LinkRow {
  readonly id: string;
  readonly shortId: string;
  readonly kind: 'url' | 'photo';
  readonly ownerId: string | null;
  readonly clientId: string | null;
  readonly targetUrl: string | null;
  readonly title: string | null;
  readonly campaign: string | null;
  readonly tags: string[];
  readonly dealId: string | null;
  /** Whether the owner has enabled it. */
  readonly isActive: boolean;
  /** Whether an administrator has disabled it, itself or with its owner's account. */
  readonly switchedOffByAdmin: boolean;
  readonly expiresAt: Date | null;
  readonly flaggedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  readonly clicks: number;
  readonly bots: number;
  readonly lastClickAt: Date | null;
  readonly photo: Photo | null;
}

export function ownerIdOf(maker: LinkCreator): string | null {
  return maker.kind === 'guest' ? null : maker.userId;
}

export function clientIdOf(maker: LinkCreator): string | null {
  return maker.kind === 'agent' ? maker.clientId : null;
}

/** A user, or the agent that acts for one, as the creator of links. */
export function creatorOf(user: UserPrincipal): Exclude<LinkCreator, { readonly kind: 'guest' }> {
  const { userId } = user;
  return user.kind === 'agent' ? { kind: 'agent', userId, clientId: user.agent.clientId } : { kind: 'user', userId };
}
