import { useFormats } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import { RelativeTime } from '../ui/relative-time.js';
import { type Approval, type ApprovalState, stateOf } from './change-texts.js';
import { TimeLeft } from './time-left.js';

const STATES: Readonly<Record<ApprovalState, readonly [string, Tone]>> = {
  pending: ['Waiting', 'accent'],
  approved: ['Approved', 'good'],
  denied: ['Denied', 'bad'],
  expired: ['Expired', 'plain'],
  withdrawn: ['Withdrawn', 'plain'],
  executing: ['Running', 'accent'],
  used: ['Done', 'good'],
  unconfirmed: ['Maybe done', 'warn'],
};

/** The state of an approval as a chip, or the time left to decide. */
export function State({ approval }: { readonly approval: Approval }) {
  const state = stateOf(approval);
  return state === 'pending' ? <TimeLeft until={approval.expiresAt} /> : <StateChip state={state} />;
}

export function StateChip({ state }: { readonly state: ApprovalState }) {
  const [label, tone] = STATES[state];
  return <Chip tone={tone}>{label}</Chip>;
}

/** What came of an approval, in a sentence. */
export function Outcome({ approval }: { readonly approval: Approval }) {
  const { expiresAt, usedAt } = approval;
  const { time } = useFormats();
  const state = stateOf(approval);
  const isCopilots = approval.conversationId !== null;
  const who = isCopilots ? 'The copilot' : 'The agent';
  if (state === 'approved') {
    return isCopilots ? (
      <p>The copilot does exactly this, once, after you've decided all its requests.</p>
    ) : (
      <p>The agent can do exactly this, once, until {time(expiresAt)}.</p>
    );
  }
  if (state === 'used') {
    return (
      <p>
        {who} did this <RelativeTime at={usedAt ?? expiresAt} />.
      </p>
    );
  }
  if (state === 'executing') return <p>{who} is doing this now.</p>;
  if (state === 'unconfirmed') {
    return <p>{who} started this, but may not have finished. Check the record before you decide again.</p>;
  }
  if (state === 'denied') return <p>{who} can't do this.</p>;
  return <p>{endText(state, isCopilots)}</p>;
}

/** Why an approval can no longer be decided. */
export function endText(state: ApprovalState, isCopilots: boolean): string {
  if (state === 'withdrawn') return 'The conversation went on without this. Nothing was changed.';
  return isCopilots
    ? 'No decision was made in time.'
    : 'No decision was made in time, or the agent is no longer connected. It must ask again.';
}
