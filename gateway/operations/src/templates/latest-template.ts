import { notFound } from '@svc/chassis/errors/app-error';
import type { Clients } from '../run/clients.js';

/** Returns the newest message template, in full. Throws NOT_FOUND without one. */
export async function findLatestMessageTemplate(
  { messageTemplates }: Pick<Clients, 'messageTemplates'>,
  { scope, tag }: { readonly scope: string; readonly tag?: string | undefined },
) {
  const { templates } = await messageTemplates.listMessageTemplates({ scope, tag, pageSize: 1, skip: 0 });
  if (!templates[0]) throw notFound('message template');
  return (await messageTemplates.getMessageTemplate({ templateId: templates[0].id })).template;
}
