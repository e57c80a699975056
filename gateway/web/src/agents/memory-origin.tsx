import type { Item } from '../api/operations.js';
import { RelativeTime } from '../ui/relative-time.js';

/** Who wrote a memory and when, and the agent's claim about the user's consent. */
export function MemoryOrigin({
  memory: { provenance, approvalNote, createdAt },
}: {
  readonly memory: Item<'memory.list'>;
}) {
  const { actorKind, agentName, actorId, approvalId } = provenance;
  const name = agentName ?? actorId;
  return (
    <div className="text-soft">
      <p>
        {actorKind === 'user' ? (
          'by you'
        ) : (
          <>
            by {name === null ? 'an agent' : <bdi>{name}</bdi>}
            {approvalId !== null && ', approved by you'}
          </>
        )}
        , <RelativeTime at={createdAt} />
      </p>
      {approvalNote !== null && approvalId === null && (
        <p>
          The agent says you agreed: <q className="whitespace-pre-wrap">{approvalNote}</q>
        </p>
      )}
    </div>
  );
}
