import { expect, test } from '@jest/globals';
import { NO_ANSWER, saidIn } from '../answer/answer.js';
import type { LiveAnswer } from '../answer/live-answers.js';
import { mergeMessages, type Message } from './conversation-turns.js';

function message(id: string, turnId: string, text: string, changed: Partial<Message> = {}): Message {
  const createdAt = '2026-05-01T08:00:00.000Z';
  const stands = { seq: 1, role: 'assistant', createdAt, turnStatus: 'completed', turnErrorCode: null } as const;
  return { id, turnId, parts: text === '' ? [] : [{ type: 'text', text }], ...stands, ...changed };
}

const ASKED = message('m1', 't1', 'What is due?', { role: 'user' });

function live(messageId: string | undefined, turnId: string | undefined, text: string, hasEnded = false): LiveAnswer {
  const answer = { ...NO_ANSWER, messageId, turnId, parts: [{ type: 'text', text }] as const };
  return { answer, question: 'What is due?', isConnected: true, hasEnded };
}

const isChange = (operation: string): boolean => operation.endsWith('.create');

const textsOf = (messages: readonly Message[], latest: LiveAnswer | undefined): string[] =>
  mergeMessages(messages, latest, isChange).map(
    ({ role, parts, isComing }) => `${role}: ${saidIn(parts)}${isComing ? '…' : ''}`,
  );

test('the current answer follows the stored messages, with its question until that is stored too', () => {
  const asked = 'user: What is due?';

  expect(textsOf([], live(undefined, undefined, ''))).toEqual([asked, 'assistant: …']);
  expect(textsOf([ASKED], live('m2', 't1', 'Two'))).toEqual([asked, 'assistant: Two…']);
  const running = message('m2', 't1', 'Tw', { turnStatus: 'running' });
  expect(textsOf([ASKED, running], live('m2', 't1', 'Two'))).toEqual([asked, 'assistant: Two…']);
  expect(textsOf([ASKED, running], live(undefined, 't1', 'Two'))).toEqual([asked, 'assistant: Two…']);
  expect(textsOf([ASKED, message('m2', 't1', 'Two videos.')], live('m2', 't1', 'Two', true))).toEqual([
    asked,
    'assistant: Two videos.',
  ]);
});

test('an answer that ended before it could be followed comes from storage', () => {
  expect(textsOf([ASKED, message('m2', 't1', 'Two.')], live(undefined, 't1', '', true))).toHaveLength(2);
  expect(textsOf([], live(undefined, undefined, '', true))).toEqual([]);
});

test('an answer is new while and after it arrives, which earlier ones are not', () => {
  const earlier = message('m0', 't0', 'None.');
  const areNew = (messages: readonly Message[], hasEnded: boolean) =>
    mergeMessages([earlier, ASKED, ...messages], live('m2', 't1', 'Two.', hasEnded), isChange)
      .filter(({ role }) => role === 'assistant')
      .map(({ isNew }) => isNew);

  expect(areNew([], false)).toEqual([false, true]);
  expect(areNew([], true)).toEqual([false, true]);
  expect(areNew([message('m2', 't1', 'Two.', { turnStatus: 'running' })], true)).toEqual([false, true]);
  expect(areNew([message('m2', 't1', 'Two.')], true)).toEqual([false, true]);
});

test('of failed attempts only the last one shows, until another one starts', () => {
  const failed = { turnStatus: 'failed', turnErrorCode: 'PROVIDER_UNAVAILABLE' } as const;
  const attempts = [ASKED, message('m2', 't1', '', failed), message('m3', 't2', '', failed)];

  expect(mergeMessages(attempts, undefined, isChange).map(({ key, end }) => [key, end])).toEqual([
    ['m1', undefined],
    ['m3', { status: 'failed', code: 'PROVIDER_UNAVAILABLE', sentence: '' }],
  ]);
  const again = { ...live('m4', 't3', 'Two'), question: undefined };
  expect(mergeMessages(attempts, again, isChange).map(({ key }) => key)).toEqual(['m1', 'm4']);
});

test('a question shows the deal it was about', () => {
  const deal = { id: 'd1', name: 'Kiteline' };
  const parts = [{ type: 'data-deal', data: deal } as const, ...ASKED.parts];
  const [question] = mergeMessages([{ ...ASKED, parts }], undefined, isChange);

  expect([question?.deal, saidIn(question?.parts ?? [])]).toEqual([deal, 'What is due?']);
});

test('a question that was withdrawn stays in the conversation, with what was asked', () => {
  const approval = { id: 'a1' };
  const call = { type: 'dynamic-tool', toolName: 'deals.update', toolCallId: 'c1', input: { price: 120 } } as const;
  const diff = [{ field: 'price', before: '$100.00', after: '$120.00' }];
  const data = { approvalId: 'a1', toolCallId: 'c1', title: 'Update a deal', summary: 'Update a deal: Kiteline', diff };
  const asked = { ...data, destructive: false, expiresAt: '2026-05-02T08:00:00.000Z' };
  const withdrawn = message('m2', 't1', '', {
    turnStatus: 'stopped',
    parts: [
      { ...call, approval, state: 'output-error', errorText: 'WITHDRAWN: The turn went on without it.' },
      { type: 'data-approval', id: 'a1', data: asked },
    ],
  });

  const shown = mergeMessages([ASKED, withdrawn, message('m4', 't2', 'All right.')], undefined, isChange);

  expect(shown.map(({ key }) => key)).toEqual(['m1', 'm2', 'm4']);
  expect(shown[1]?.parts).toMatchObject([{ toolCallId: 'c1', asked: { summary: 'Update a deal: Kiteline', diff } }]);
});
