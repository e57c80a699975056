import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Templates of a user: their number, and the size of their attachments. */
export interface TemplateUsage {
  readonly templates: number;
  /** Bytes of their attachments. */
  readonly bytes: number;
}

/** Serializes writes of a user's templates until the end of the transaction. */
export async function lockTemplatesOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' templates ' || $1::text, 0))`, [
    ownerId,
  ]);
}

/** Counts each time, because a user has few templates, and the database knows the size of an attachment without reading it. */
export async function findTemplateUsage(db: Db, ownerId: string): Promise<TemplateUsage> {
  const { rows } = await db.query<TemplateUsage>(
    `select (select count(*) from deal.message_templates t where t.owner_id = $1)
          + (select count(*) from deal.deal_templates t where t.owner_id = $1) as templates,
            (select coalesce(sum(octet_length(a.content)), 0)::bigint
               from deal.message_templates t
               join deal.message_template_attachments a on a.template_id = t.id
              where t.owner_id = $1) as bytes`,
    [ownerId],
  );
  return onlyRow(rows);
}
