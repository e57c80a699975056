import { text } from 'node:stream/consumers';
import type { ClaimProblem } from '@svc/chassis/dependencies/claim-problems';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { z } from 'zod';
import { CLAIM_KEY, IMAGE_FOLDERS, sha256Of } from '../store/object-keys.js';
import type { ObjectStore } from '../store/object-store.js';
import { type ImageTables, readDatabaseId } from './image-tables.js';

/** Maximum objects checked for one to which a row refers. */
const LOOKED_AT_MAX = 5_000;
/** Objects checked by one statement. */
const BATCH = 500;
/** Seconds after which an operator may have fixed the problem. */
const RETRY_AFTER_SECONDS = 60;

const Claim = z.object({ installationId: z.string().nullable(), databaseId: z.string() });
type Claim = z.infer<typeof Claim>;

export interface ObjectOwner extends ImageTables {
  readonly store: ObjectStore;
  /** Id of the installation; not checked when unset. */
  readonly installationId: string | undefined;
}

/** The owner of the objects in a bucket or folder. */
export interface ObjectClaim {
  /**
   * Checks the owner. Claims unclaimed objects if there are none, or if a row refers to one of them. Returns why the objects are not ours, or null.
   * Throws while store or database is down.
   */
  look(): Promise<ClaimProblem | null>;
  /** Throws UNAVAILABLE unless the objects are ours; called before uploads. */
  require(): Promise<void>;
  /** The store, which refuses writes and deletions while the objects are not ours. */
  readonly store: ObjectStore;
}

export function createObjectClaim(owner: ObjectOwner): ObjectClaim {
  let known: ClaimProblem | null | undefined;
  let looking: Promise<ClaimProblem | null> | undefined;
  const look = (): Promise<ClaimProblem | null> => {
    looking ??= decide(owner)
      .then((problem) => (known = problem))
      .finally(() => (looking = undefined));
    return looking;
  };
  const require = async (): Promise<void> => {
    if ((known === undefined ? await look() : known) !== null) throw notOurs();
  };
  const { store } = owner;
  return {
    look,
    require,
    store: {
      ...store,
      async put(key, content) {
        await require();
        await store.put(key, content);
      },
      async delete(key) {
        await require();
        await store.delete(key);
      },
    },
  };
}

/** Claims the objects for this installation and database, even if another one had them. */
export async function takeOverObjects(owner: Omit<ObjectOwner, 'listNamed'>): Promise<void> {
  await writeClaim(owner.store, await ownClaim(owner));
}

async function decide(owner: ObjectOwner): Promise<ClaimProblem | null> {
  const { store } = owner;
  const ours = await ownClaim(owner);
  const found = await readClaim(store);
  if (found === null) {
    if (!(await mayClaim(owner))) return 'rows';
    await writeClaim(store, ours);
    // Another process may have claimed the objects at the same time.
    return difference((await readClaim(store)) ?? ours, ours);
  }
  const problem = difference(found, ours);
  if (problem === null && found.installationId === null && ours.installationId !== null) await writeClaim(store, ours);
  return problem;
}

async function ownClaim({ pool, schema, installationId }: Omit<ObjectOwner, 'listNamed'>): Promise<Claim> {
  return { installationId: installationId ?? null, databaseId: await readDatabaseId(pool, schema) };
}

/** Compares claims; an installation without an id accepts any installation. */
function difference(found: Claim, ours: Claim): ClaimProblem | null {
  const areCompared = found.installationId !== null && ours.installationId !== null;
  if (areCompared && found.installationId !== ours.installationId) return 'installation';
  return found.databaseId === ours.databaseId ? null : 'database';
}

/** Reads the claim; null for unclaimed objects. An invalid claim counts as foreign. */
async function readClaim(store: ObjectStore): Promise<Claim | null> {
  const stream = await store.read(CLAIM_KEY);
  if (!stream) return null;
  try {
    return Claim.parse(JSON.parse(await text(stream)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return { installationId: '', databaseId: '' };
    throw error;
  }
}

async function writeClaim(store: ObjectStore, claim: Claim): Promise<void> {
  await store.put(CLAIM_KEY, new TextEncoder().encode(JSON.stringify(claim)));
}

/** Whether there are no objects, or a row refers to one of them. */
async function mayClaim({ store, pool, listNamed }: ObjectOwner): Promise<boolean> {
  let seen = 0;
  for (const folder of IMAGE_FOLDERS) {
    let batch = new Set<string>();
    for await (const { key } of store.list(folder)) {
      batch.add(sha256Of(key));
      seen += 1;
      if (batch.size === BATCH) {
        if ((await listNamed(pool, [...batch])).size > 0) return true;
        batch = new Set();
      }
      if (seen >= LOOKED_AT_MAX) break;
    }
    if (batch.size > 0 && (await listNamed(pool, [...batch])).size > 0) return true;
    if (seen >= LOOKED_AT_MAX) return false;
  }
  return seen === 0;
}

function notOurs(): AppError {
  return appError(
    'UNAVAILABLE',
    'Images cannot be stored, because the store belongs to another installation or database. An administrator must correct this; `/api/readiness` says what is wrong.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
