import type { Db } from '@svc/chassis/postgres/pool';
import type {
  GetRotationResponse,
  ModelCooldown,
  ModelOutcomes,
} from '@svc/proto/copilot/v1/copilot_administration_service';
import { scopesOf } from '../rotation/availability.js';
import type { Scope } from '../rotation/cooldown.js';
import type { Rotation } from '../rotation/rotation.js';
import { listFailovers, listOutcomes } from './rotation-repo.js';

const SCOPES = { m: 'model', l: 'lane', t: 'tools' } as const;

/** The state of the installation's models: how their calls ended, and which are cooling. */
export async function readRotation(db: Db, rotation: Rotation): Promise<GetRotationResponse> {
  const [outcomes, failovers, availabilities, cooldowns, userCooldowns] = await Promise.all([
    listOutcomes(db),
    listFailovers(db),
    rotation.state.availabilities({ callsTools: false }),
    listCooldowns(rotation),
    rotation.store.countUserCooldowns(rotation.now()),
  ]);
  const calledOf = new Map(outcomes.map((each) => [each.id, each]));
  const models = [...availabilities].map(([{ id, lane }, { status }]): ModelOutcomes => {
    const called = calledOf.get(id) ?? { ...NEVER_CALLED, id, lane };
    calledOf.delete(id);
    return { ...called, status };
  });
  return {
    models: [...models, ...calledOf.values()],
    cooldowns,
    userCooldowns,
    recentFailovers: failovers,
    store: rotation.store.kind,
  };
}

const NEVER_CALLED = { calls: 0, successes: 0, failures: 0, failoversFrom: 0 };

/** All current cooldowns, latest end first. */
async function listCooldowns({ state, store, now }: Rotation): Promise<ModelCooldown[]> {
  const scopes = new Set(state.models.flatMap((model) => Object.values(scopesOf(model))));
  const known = await store.read([...scopes], []);
  return [...known.scopes]
    .flatMap(([scope, { cooldown }]) => (cooldown && cooldown.until > now() ? toCooldown(scope, cooldown) : []))
    .toSorted((left, right) => Number(right.until) - Number(left.until));
}

function toCooldown(
  scope: Scope,
  cooldown: { readonly class: string; readonly until: number; readonly strike: number },
): ModelCooldown {
  const kind = SCOPES[scope.charAt(0) as keyof typeof SCOPES];
  return {
    scope: kind,
    id: scope.slice(2),
    class: cooldown.class,
    until: new Date(cooldown.until),
    strike: cooldown.strike,
  };
}
