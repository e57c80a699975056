import { type EntityVisibility, visibilityOf } from '../visibility/visibility-predicate.js';

const SHARED = visibilityOf('task', 'k');

const IS_ASSIGNEE = `(k.assignee_id = $1 and k.assignee_team_ids && $2::uuid[])`;

/** Visibility of tasks, for queries that call their table `k`: includes the assignees while they share a team with the owner. */
export const TASK_VISIBILITY: EntityVisibility = {
  ...SHARED,
  isVisible: `(${SHARED.isVisible} or ${IS_ASSIGNEE})`,
  seenColumns: `${SHARED.seenColumns}, ${IS_ASSIGNEE} as "isAssignee"`,
  othersInScope: (scope, owner = 'k.owner_id', id = 'k.id') =>
    scope === 'mine' ? [] : [`(${id} = any (array(${SHARED.sharedIds})) or ${IS_ASSIGNEE}) and ${owner} <> $1`],
  isInScope(scope, owner, id) {
    const isShared = SHARED.isInScope(scope, owner, id);
    return scope === 'mine' ? isShared : `(${isShared} or ${IS_ASSIGNEE})`;
  },
};
