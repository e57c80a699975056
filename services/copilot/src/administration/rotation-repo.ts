import type { Db } from '@svc/chassis/postgres/pool';
import type { ModelFailover, ModelOutcomes } from '@svc/proto/copilot/v1/copilot_administration_service';

const FAILOVERS_MAX = 100;
/** Models listed; a pool has far fewer. */
const MODELS_MAX = 1_000;

/** How the calls of each model ended in the last 24 hours. */
export async function listOutcomes(db: Db): Promise<ModelOutcomes[]> {
  const { rows } = await db.query<ModelOutcomes>(
    `select model_id as id, max(lane) as lane, sum(calls)::integer as calls, sum(successes)::integer as successes,
            sum(failures)::integer as failures, sum(failovers_from)::integer as "failoversFrom",
            (sum(first_pieces_ms) / nullif(sum(first_pieces), 0))::integer as "averageFirstPartMs",
            (array_agg(last_fault_class order by last_fault_at desc nulls last))[1] as "lastFailureClass"
       from memory.model_hours
      where hour > now() - interval '24 hours'
      group by model_id
      order by model_id
      limit ${MODELS_MAX}`,
  );
  return rows;
}

/** The newest failovers of the last 24 hours. */
export async function listFailovers(db: Db): Promise<ModelFailover[]> {
  const { rows } = await db.query<ModelFailover>(
    `select at, from_model_id as "from", to_model_id as "to", fault_class as "class"
       from memory.failovers
      where at > now() - interval '24 hours'
      order by at desc, id desc
      limit ${FAILOVERS_MAX}`,
  );
  return rows;
}
