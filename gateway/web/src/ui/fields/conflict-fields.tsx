import { useEffect, useRef } from 'react';
import { Button } from '../button.js';

/** A field with two versions, both in words. */
export interface FieldConflict {
  readonly field: string;
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictFieldsProps {
  readonly conflicts: readonly FieldConflict[];
  readonly onChoose: (field: string, side: 'mine' | 'theirs') => void;
}

/** Fields that another user has changed concurrently: shows both versions, and keeps one of each field. */
export function ConflictFields({ conflicts, onChoose }: ConflictFieldsProps) {
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => block.current?.focus(), []);
  return (
    <div ref={block} role="alert" tabIndex={-1} className="rounded-md border border-warn bg-warn-soft p-3">
      <p className="font-medium">This was changed elsewhere. Which version do you want to keep?</p>
      {conflicts.map(({ field, name, mine, theirs }) => (
        <div key={field} role="group" aria-label={name} className="mt-3 grid gap-2 sm:grid-cols-2">
          <p className="font-medium sm:col-span-2">{name}</p>
          <Side action="Keep mine" text={mine} onKeep={() => onChoose(field, 'mine')} />
          <Side action="Take theirs" text={theirs} onKeep={() => onChoose(field, 'theirs')} />
        </div>
      ))}
    </div>
  );
}

function Side({
  action,
  text,
  onKeep,
}: {
  readonly action: string;
  readonly text: string;
  readonly onKeep: () => void;
}) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md border border-line bg-surface p-2">
      <p className="max-h-40 w-full overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text === '' ? <span className="text-soft">(empty)</span> : <bdi>{text}</bdi>}
      </p>
      <Button onClick={onKeep}>{action}</Button>
    </div>
  );
}
