import { Link } from '@tanstack/react-router';
import { TEXT_LINK } from '../ui/text-link.js';
import type { Task } from './task-groups.js';

/** A task's deal and contact, if visible. */
export function TaskLinks({ task: { dealId, dealName, contactId, contactName } }: { readonly task: Task }) {
  const className = `${TEXT_LINK} [overflow-wrap:anywhere]`;
  return (
    <>
      {dealId !== null && dealName !== null && (
        <Link to="/deals/$dealId" params={{ dealId }} className={className}>
          <bdi>{dealName}</bdi>
        </Link>
      )}
      {contactId !== null && contactName !== null && (
        <Link to="/contacts/$contactId" params={{ contactId }} className={className}>
          <bdi>{contactName}</bdi>
        </Link>
      )}
    </>
  );
}
