import type { AsService } from '@svc/chassis/assertions/service-call';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';

/** Milliseconds for which the limit is cached. */
const REUSE_MS = 10_000;

/** Free turns of a user per day; 0 is unlimited. */
export type FreeLimit = () => Promise<number>;

/** Reads the limit from identity. While identity is down the last known limit applies; throws `unavailable` if there is none. */
export function createFreeLimit(
  settings: Pick<PromiseClient<typeof SystemSettingsService>, 'getCopilotFreeDailyLimit'>,
  asSelf: AsService,
): FreeLimit {
  let known: number | undefined;
  let freshUntil = -Infinity;
  return async () => {
    if (known !== undefined && performance.now() < freshUntil) return known;
    try {
      known = (await asSelf(() => settings.getCopilotFreeDailyLimit({}))).limit;
      freshUntil = performance.now() + REUSE_MS;
    } catch (error) {
      if (known === undefined) throw error;
    }
    return known;
  };
}
