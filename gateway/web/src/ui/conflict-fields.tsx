import type { Conflict } from '../api/merge-changes.js';
import { Button } from './button.js';

interface ConflictFieldsProps {
  readonly conflicts: readonly Conflict[];
  readonly nameOf: (field: string) => string;
  readonly onChoose: (conflict: Conflict, text: string) => void;
}

/** Fields that somebody else has changed meanwhile too: one side is kept, field by field, and both are seen before. */
export function ConflictFields({ conflicts, nameOf, onChoose }: ConflictFieldsProps) {
  return (
    <div role="alert" className="rounded-md border border-warn bg-warn-soft p-3">
      <p className="font-medium">Somebody else has changed this meanwhile. What is to stay?</p>
      {conflicts.map((conflict) => (
        <div key={conflict.field} className="mt-3 grid gap-2 sm:grid-cols-2">
          <p className="font-medium sm:col-span-2">{nameOf(conflict.field)}</p>
          <Side title="Mine" text={conflict.mine} onKeep={() => onChoose(conflict, conflict.mine)} />
          <Side title="Theirs" text={conflict.theirs} onKeep={() => onChoose(conflict, conflict.theirs)} />
        </div>
      ))}
    </div>
  );
}

function Side({ title, text, onKeep }: { readonly title: string; readonly text: string; readonly onKeep: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md border border-line bg-surface p-2">
      <p className="max-h-40 w-full overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text === '' ? <span className="text-soft">(empty)</span> : text}
      </p>
      <Button onClick={onKeep}>{title === 'Mine' ? 'Keep mine' : 'Take theirs'}</Button>
    </div>
  );
}
