import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import {
  type CreateDealTemplateRequest,
  type CreateMessageTemplateRequest,
  type DealTemplate,
  DealTemplateService,
  type MessageTemplate,
  MessageTemplateService,
  TeamTemplateService,
} from '@svc/proto/deal/v1/template_service';
import { v7 as newId } from 'uuid';
import type { DealTestService } from './deal-service.js';
import { userIn } from './records.js';

/** A data URL with this many bytes of content. */
export function dataUrl(bytes: number, contentType = 'image/png'): string {
  return `data:${contentType};base64,${Buffer.alloc(bytes, 7).toString('base64')}`;
}

export function messageTemplates(service: DealTestService, user: UserPrincipal, idempotencyKey?: string) {
  return service.call(user, MessageTemplateService, idempotencyKey === undefined ? {} : { idempotencyKey });
}

export function dealTemplates(service: DealTestService, user: UserPrincipal) {
  return service.call(user, DealTemplateService);
}

export function teamTemplates(service: DealTestService, user: UserPrincipal) {
  return service.call(user, TeamTemplateService);
}

/** A request for a message template with these fields and arbitrary others. */
export function messageTemplateRequest(
  fields: Partial<CreateMessageTemplateRequest> = {},
): CreateMessageTemplateRequest {
  return { name: 'First contact', body: 'Hello!', tags: [], attachments: [], ...fields };
}

export async function createMessageTemplate(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<CreateMessageTemplateRequest> = {},
): Promise<MessageTemplate> {
  const { template } = await messageTemplates(service, user).createMessageTemplate(messageTemplateRequest(fields));
  if (!template) throw new Error('The answer has no template.');
  return template;
}

export async function createDealTemplate(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<CreateDealTemplateRequest> = {},
): Promise<DealTemplate> {
  const { template } = await dealTemplates(service, user).createDealTemplate({ name: 'Integration', ...fields });
  if (!template) throw new Error('The answer has no template.');
  return template;
}

/** Creates a template of each kind that is shared with a team, and one user for each way of seeing them or not. */
export async function createSharedTemplates(service: DealTestService) {
  const teamId = newId();
  const owner = testUser();
  const attachments = [{ name: 'logo.png', dataUrl: dataUrl(3) }];
  const message = await createMessageTemplate(service, owner, { attachments });
  const deal = await createDealTemplate(service, owner, { price: 1_250.5, deliverables: 'One video', notes: 'Net 30' });
  await shareRecord(service, 'message_template', message.id, teamId);
  await shareRecord(service, 'deal_template', deal.id, teamId);
  return {
    message,
    deal,
    teamId,
    owner,
    teamOwner: userIn({ [teamId]: 'owner' }),
    teamAdmin: userIn({ [teamId]: 'admin' }),
    member: userIn({ [teamId]: 'member' }),
    stranger: userIn({ [newId()]: 'owner' }),
  };
}

/** Shares a record with a team, directly in the database. */
export async function shareRecord(
  service: DealTestService,
  entity: 'message_template' | 'deal_template' | 'task',
  id: string,
  teamId: string,
): Promise<void> {
  await service.pool.query(
    `insert into deal.${entity}_team_shares (id, ${entity}_id, team_id, shared_by) values ($1, $2, $3, $4)`,
    [newId(), id, teamId, newId()],
  );
}
