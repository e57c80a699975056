import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import {
  type BulkChange,
  changeInBulk,
  noSuchChange,
  type TagChange,
  tagChange,
} from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type {
  BulkChangeShortLinksRequest,
  BulkChangeShortLinksResponse,
} from '@svc/proto/shortener/v1/short_link_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { subtractPhotoUsage } from '../photos/photo-usage-repo.js';
import { listLinksForUpdate, type SeenLink } from './link-list-repo.js';
import { type ChangedLink, markDeleted, updateLinkSwitches, updateLinkTags } from './link-repo.js';
import { assertMaySwitch } from './update-link.js';

/** One kind of change; `apply` returns the outcome for each link. */
interface LinkChange extends Pick<BulkChange<SeenLink>, 'isAlreadySo'> {
  readonly check?: (link: SeenLink) => void;
  readonly apply: (links: readonly SeenLink[]) => Promise<ChangedLink[]>;
}

/**
 * Changes or deletes many links, each by the rules for one. `onChanged` is called with the changed ones after the commit. Throws `invalid_input` for
 * an unsupported action.
 */
export async function bulkChangeLinks(
  tx: Tx,
  user: UserPrincipal,
  request: BulkChangeShortLinksRequest,
  onChanged: (link: ChangedLink) => void,
): Promise<BulkChangeShortLinksResponse> {
  const { check, apply, ...change } = readChange(tx, request);
  return changeInBulk<SeenLink>(tx, request.ids, {
    what: 'link',
    lock: (ids) => listLinksForUpdate(tx, user, ids),
    check(link) {
      assertOwned('link', user, link);
      check?.(link);
    },
    async apply(links) {
      const changed = await apply(links);
      tx.afterCommit(() => changed.forEach(onChanged));
    },
    ...change,
  });
}

function readChange(tx: Tx, { kind, isActive, tag }: BulkChangeShortLinksRequest): LinkChange {
  switch (kind) {
    case 'active':
      return switchChange(tx, isActive);
    case 'addTag':
      return tagsChange(tx, tagChange('link', tag, true));
    case 'removeTag':
      return tagsChange(tx, tagChange('link', tag, false));
    case 'delete':
      return {
        async apply(links) {
          const ids = idsOf(links);
          await subtractPhotoUsage(tx, ids);
          return markDeleted(tx, ids);
        },
      };
    default:
      throw noSuchChange(['active', 'addTag', 'removeTag', 'delete']);
  }
}

function switchChange(tx: Tx, isActive: boolean | null | undefined): LinkChange {
  if (typeof isActive !== 'boolean') throw invalidInput('action.isActive', 'is missing. Send it.');
  return {
    check: (link) => assertMaySwitch(link, isActive),
    isAlreadySo: (link) => link.isActive === isActive,
    apply: (links) => updateLinkSwitches(tx, idsOf(links), isActive),
  };
}

function tagsChange(tx: Tx, change: TagChange): LinkChange {
  return {
    check: ({ tags }) => change.check(tags),
    isAlreadySo: ({ tags }) => change.isAlreadySo(tags),
    apply: (links) =>
      updateLinkTags(
        tx,
        links.map(({ id, tags }) => ({ id, tags: change.applyTo(tags) })),
      ),
  };
}

function idsOf(links: readonly SeenLink[]): string[] {
  return links.map(({ id }) => id);
}
