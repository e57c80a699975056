import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { Pool } from '@svc/chassis/postgres/pool';
import type {
  ListTeamTemplatesRequest,
  ListTeamTemplatesResponse,
  TeamTemplate,
} from '@svc/proto/deal/v1/template_service';
import { toDealTemplate } from './deal-template.js';
import { listSeenDealTemplates } from './deal-template-repo.js';
import { toMessageTemplate } from './message-template.js';
import { listSeenMessageTemplates } from './message-template-repo.js';
import { listTemplatesOfTeam, type TemplateKind } from './team-template-repo.js';

const KINDS: ReadonlyMap<string, readonly TemplateKind[]> = new Map([
  ['', ['message', 'deal']],
  ['all', ['message', 'deal']],
  ['message', ['message']],
  ['deal', ['deal']],
]);

/** Lists templates shared with a team of the caller, latest shared first. */
export async function listTeamTemplates(
  pool: Pool,
  user: UserPrincipal,
  request: ListTeamTemplatesRequest,
): Promise<ListTeamTemplatesResponse> {
  if (!user.teams.some(({ id }) => id === request.teamId)) throw notFound('team');
  const kinds = KINDS.get(request.kind);
  if (!kinds) throw invalidInput('kind', 'must be all, message or deal.');
  const { rows, total } = await listTemplatesOfTeam(pool, request.teamId, kinds, pageOf(request));

  const idsOf = (wanted: TemplateKind): string[] => rows.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [messages, deals] = await Promise.all([
    listSeenMessageTemplates(pool, user, idsOf('message')),
    listSeenDealTemplates(pool, user, idsOf('deal')),
  ]);
  const templates = new Map<string, TeamTemplate>([
    ...messages.map((row) => [row.id, { message: toMessageTemplate(user, row) }] as const),
    ...deals.map((row) => [row.id, { deal: toDealTemplate(user, row) }] as const),
  ]);
  // A template deleted between the two queries is omitted.
  return { templates: rows.flatMap(({ id }) => templates.get(id) ?? []), totalSize: total };
}
