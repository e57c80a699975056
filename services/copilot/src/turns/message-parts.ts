/** A part of a stored message, as the UI message stream v1 has it. */
export type MessagePart =
  | { readonly type: 'step-start' }
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly state?: 'done' };

/** The deal that a user looked at when they wrote. */
export interface DealPart {
  readonly type: 'data-deal';
  readonly data: { readonly id: string; readonly name: string };
}

/** A part of a stored message, of the user or of the copilot. */
export type SaidPart = MessagePart | DealPart;

/** A part of the UI message stream v1. */
export type StreamPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** The message of a user. */
export function userParts(text: string, deal?: DealPart['data']): SaidPart[] {
  const said: SaidPart = { type: 'text', text };
  return deal ? [{ type: 'data-deal', data: { id: deal.id, name: deal.name } }, said] : [said];
}

/** What a message says, without what its model thought. */
export function textOf(parts: readonly SaidPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** The stream that makes a message of these parts, up to where the next step or the end begins. */
export function replayParts(parts: readonly MessagePart[]): StreamPart[] {
  let steps = 0;
  const told = parts.flatMap((part, at): StreamPart[] => {
    if (part.type === 'step-start') {
      steps += 1;
      return steps > 1 ? [{ type: 'finish-step' }, { type: 'start-step' }] : [{ type: 'start-step' }];
    }
    const id = partId(at);
    return [
      { type: `${part.type}-start`, id },
      ...(part.text === '' ? [] : [{ type: `${part.type}-delta`, id, delta: part.text }]),
      ...(part.state === 'done' ? [{ type: `${part.type}-end`, id }] : []),
    ];
  });
  return told;
}

/** How the stream names the part at a place of its message. */
export function partId(at: number): string {
  return `p${at}`;
}
