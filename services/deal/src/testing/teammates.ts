import { currentCall } from '@svc/chassis/calls/call-context';
import type { Teammates } from '../tasks/task-links.js';

/** A fake of identity's method about teammates, with a table of the users' active teams. */
export function teammatesOf(activeTeams: ReadonlyMap<string, string[]>): Teammates {
  return {
    async describeTeammates({ userIds }) {
      const caller = currentCall()?.principal;
      const callerTeams = caller && caller.kind !== 'service' ? caller.teams.map(({ id }) => id) : [];
      const teammates = userIds.map((userId) => {
        const teamIds = (activeTeams.get(userId) ?? []).filter((id) => callerTeams.includes(id));
        return { userId, name: 'Test User', teamIds };
      });
      return { teammates: teammates.filter(({ teamIds }) => teamIds.length > 0) };
    },
  };
}
