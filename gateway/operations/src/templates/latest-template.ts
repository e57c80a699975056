import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { Clients } from '../run/clients.js';

/** Returns the newest message template, in full. Throws NOT_FOUND without one. */
export async function findLatestMessageTemplate(
  { messageTemplates }: Pick<Clients, 'messageTemplates'>,
  { scope, tag }: { readonly scope: string; readonly tag?: string | undefined },
) {
  const { templates } = await messageTemplates.listMessageTemplates({ scope, tag, pageSize: 1, skip: 0 });
  const [newest] = templates;
  if (!newest) throw noTemplate(tag === undefined ? 'message template' : `message template tagged \`${tag}\``, scope);
  return (await messageTemplates.getMessageTemplate({ templateId: newest.id })).template;
}

/** NOT_FOUND with where else to look. */
export function noTemplate(what: string, scope: string): AppError {
  const elsewhere =
    scope === 'mine' ? 'Send `scope=mine-and-shared` to include those of teams, or create one.' : 'Create one.';
  return appError('NOT_FOUND', `There is no ${what} yet. ${elsewhere}`);
}
