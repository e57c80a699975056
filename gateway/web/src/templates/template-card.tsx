import type { ReactNode } from 'react';
import { usePeople } from '../shell/people.js';

interface TemplateCardProps {
  readonly name: string;
  readonly ownerId: string;
  readonly isOwn: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A template in the list. */
export function TemplateCard({ name, ownerId, isOwn, actions, children }: TemplateCardProps) {
  const { nameOf } = usePeople();
  return (
    <article className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
          {!isOwn && <span className="font-normal text-soft"> · by {nameOf(ownerId)}</span>}
        </h2>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </article>
  );
}
