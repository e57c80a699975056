import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';

export type TemplateKind = 'message' | 'deal';

/** A template that is shared with a team. */
interface TeamTemplateRow {
  readonly kind: TemplateKind;
  readonly id: string;
}

/** Lists templates of these kinds shared with the team, latest shared first, with their total. */
export async function listTemplatesOfTeam(
  db: Db,
  teamId: string,
  kinds: readonly TemplateKind[],
  page: Page,
): Promise<PageRows<TeamTemplateRow>> {
  const listed = `(select 'message' as kind, message_template_id as id, created_at
               from deal.message_template_team_shares
              where team_id = $1
              union all
             select 'deal', deal_template_id, created_at
               from deal.deal_template_team_shares
              where team_id = $1) as s
      where s.kind = any ($2::text[])`;
  const text = `
     select s.kind, s.id, ${countUpToMax(listed)} as total from ${listed}
      order by s.created_at desc, s.id desc limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [teamId, kinds, limit, offset]));
}
