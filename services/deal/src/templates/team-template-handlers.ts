import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { TeamTemplateService } from '@svc/proto/deal/v1/template_service';
import { listTeamTemplates } from './list-team-templates.js';

/** Templates shared with teams. */
export function teamTemplateHandlers(pool: Pool): ServiceHandlers<typeof TeamTemplateService> {
  return { listTeamTemplates: (request, { user }) => listTeamTemplates(pool, user, request) };
}
