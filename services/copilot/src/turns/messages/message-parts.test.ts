import { expect, test } from '@jest/globals';
import { readUIMessageStream, type UIMessageChunk } from 'ai';
import { MessageDraft } from './message-draft.js';
import { type MessagePart, replayFrom } from './message-parts.js';

/** Every state of a message in which tools are called, end in another order, are refused or given up, and in which a step starts over. */
function states(): MessagePart[][] {
  const draft = new MessageDraft();
  const call = (toolCallId: string, errorText?: string) =>
    draft.addCall({ toolName: 'deals.get', toolCallId, input: { a: 1 }, ...(errorText && { errorText }) });
  const changes = [
    () => draft.beginStep(),
    () => draft.add({ kind: 'reasoning', delta: 'Hm.' }),
    () => draft.add({ kind: 'text', delta: 'Let me ' }),
    () => draft.add({ kind: 'text', delta: 'look.' }),
    () => call('c1-1'),
    () => call('c1-2'),
    () => call('c1-3', 'NO_SUCH_TOOL: No.'),
    () => draft.endCall('c1-2', { output: { name: 'Two' } }),
    () => draft.endCall('c1-1', { errorText: 'NOT_FOUND: No.' }),
    () => draft.endStep(),
    () => draft.beginStep(),
    () => draft.add({ kind: 'reasoning', delta: 'So' }),
    () => draft.add({ kind: 'text', delta: 'It ' }),
    () => draft.resetStep(),
    () => draft.add({ kind: 'text', delta: 'Half' }),
    () => draft.resetStep(),
    () => draft.add({ kind: 'text', delta: 'Half an' }),
    () => draft.resetStep(),
    () => draft.add({ kind: 'reasoning', delta: 'So it' }),
    () => draft.add({ kind: 'text', delta: 'It is.' }),
    () => call('c2-1'),
    () => draft.endStep(),
  ];
  return changes.map((change) => {
    change();
    return structuredClone([...draft.parts]);
  });
}

test('a follower who polls a message gets all of it', async () => {
  const all = states();
  const last = all.at(-1) ?? [];
  for (let every = 1; every <= all.length; every += 1) {
    const seen = [...all.filter((_state, at) => at % every === every - 1), last];
    const events = seen.flatMap((state, at) => replayFrom(seen[at - 1] ?? [], state));
    let read: unknown;
    const stream = ReadableStream.from([
      { type: 'start' },
      ...events,
      { type: 'finish-step' },
      { type: 'finish' },
    ] as UIMessageChunk[]);
    for await (const { parts } of readUIMessageStream({ stream })) read = JSON.parse(JSON.stringify(parts));

    expect(read).toMatchObject(last);
    expect(read).toHaveLength(last.length);
  }
});
