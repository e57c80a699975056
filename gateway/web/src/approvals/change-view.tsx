import { useState } from 'react';
import { fieldsInPath } from '../api/fields-in-path.js';
import {
  type Change,
  type ChangeTable,
  describeChange,
  everythingSent,
  senderOf,
  sendsMore,
  type ShownApproval,
} from './change-texts.js';
import { useReader } from './reader.js';
import type { AgentCall } from './value-words.js';

/** The current and the new value of each field. */
export function ChangeView({ approval }: { readonly approval: Change }) {
  const change = describeChange(approval, useReader());
  if (!change) return <p className="text-soft">The details are no longer kept.</p>;
  const { notShown } = change;
  return (
    <>
      <ChangeTableView {...change} />
      {notShown > 0 && (
        <p className="text-soft">
          {notShown === 1 ? 'One more field is' : `${notShown} more fields are`} not shown here.
        </p>
      )}
    </>
  );
}

function ChangeTableView({ caption, hasBefore, hasAfter, rows }: ChangeTable) {
  return (
    <table className="w-full table-fixed text-left">
      <caption className="pb-1 text-left font-medium">{caption}</caption>
      <colgroup>
        <col className="w-1/4" />
      </colgroup>
      {/* The caption says what a single column holds. */}
      {hasBefore && hasAfter && (
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="py-1 pr-3 font-medium">
              Field
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Current
            </th>
            <th scope="col" className="py-1 font-medium">
              New
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-1 pr-3 font-normal text-soft [overflow-wrap:anywhere]">
              {label}
            </th>
            {hasBefore && (
              <td className="py-1 pr-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <bdi>{before}</bdi>
              </td>
            )}
            {hasAfter && (
              <td className="py-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <bdi>{after}</bdi>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The agent's whole input where the table lacks a part of it, collapsed because it can be long. */
export function Everything({ approval }: { readonly approval: ShownApproval }) {
  const [isOpen, setOpen] = useState(false);
  const reader = useReader();
  if (!sendsMore(approval, reader, fieldsInPath(approval.operation))) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">
        Everything {senderOf(approval)} sends
      </summary>
      {isOpen && <Sent called={approval} />}
    </details>
  );
}

/** Every field of the input. */
export function Sent({ called }: { readonly called: AgentCall }) {
  const reader = useReader();
  return (
    <dl className="flex flex-col gap-2">
      {everythingSent(called, reader).map(({ label, text }) => (
        <div key={label}>
          <dt className="text-[13px] text-soft">{label}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
