import { expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf } from '../answers.ts';
import { joinTeam } from '../sharing/joining.ts';

type MessageTemplate = AnswerOf<'templates.message.latest'>;

const stack = await sharedStack();

async function newest(who: Session, path: string) {
  const { status, body } = await who.get<{ name?: string }>(`/api/templates/${path}`);
  return status === 200 ? body.name : status;
}

test('returns the newest own template, filtered by tag if given, and 404 if there is none', async () => {
  const user = await stack.signUp();
  const paths = ['message/latest', 'message/latest-story', 'deal/latest'];
  expect(await Promise.all(paths.map((path) => newest(user, path)))).toEqual([404, 404, 404]);

  const attachments = [{ name: 'note.txt', dataUrl: 'data:text/plain;base64,aGk=' }];
  await user.post('/api/templates/message', { name: 'Old story', body: 'x', tags: ['story'], attachments });
  await user.post('/api/templates/message', { name: 'Follow-up', body: 'x', tags: ['mail'] });
  await user.post('/api/templates/deal', { name: 'Old package' });
  await user.post('/api/templates/deal', { name: 'New package' });

  expect(await Promise.all(paths.map((path) => newest(user, path)))).toEqual(['Follow-up', 'Old story', 'New package']);
  expect(await newest(user, 'message/latest?tag=story')).toBe('Old story');
  expect(await newest(user, 'message/latest?tag=none')).toBe(404);
  const none = await user.get<{ error: object }>('/api/templates/message/latest?tag=none');
  expect(none.body.error).toMatchObject({
    message: expect.stringMatching(/tagged `none` yet. Send `scope=mine-and-shared`/),
  });
  const { body } = await user.get<MessageTemplate>('/api/templates/message/latest-story');
  expect(body.attachments).toMatchObject([{ name: 'note.txt', dataUrl: attachments[0]!.dataUrl }]);
});

test('shared templates count only in the wider scope', async () => {
  const [owner, member] = [await stack.signUp(), await stack.signUp()];
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  await joinTeam(owner, team.id, member, 'member');
  const { body: template } = await owner.post<{ id: string }>('/api/templates/deal', { name: 'Package', price: 10 });
  await owner.post(`/api/teams/${team.id}/share`, { entityType: 'deal_template', entityId: template.id });

  expect(await newest(member, 'deal/latest')).toBe(404);
  const { body } = await member.get<AnswerOf<'templates.deal.latest'>>(
    '/api/templates/deal/latest?scope=mine-and-shared',
  );
  expect([body.name, body.price, body.access.role]).toEqual(['Package', null, 'team-member']);
});
