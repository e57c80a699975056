import type { RotationStore } from '../rotation/rotation-store.js';
import type { ProviderName } from './providers.js';

/** Users whose own providers asked for a pause. */
export interface UserKeyCooldowns {
  /** Seconds until the next request to the user's provider is allowed; 0 when it is allowed now. */
  secondsLeft(userId: string, provider: ProviderName): Promise<number>;
  cool(userId: string, provider: ProviderName, seconds: number): Promise<void>;
}

/** Stored with the pool's state, so that all replicas share it. */
export function createUserKeyCooldowns(store: Pick<RotationStore, 'read' | 'cool'>): UserKeyCooldowns {
  const scopeOf = (userId: string, provider: ProviderName) => `u:${userId}|${provider}` as const;
  return {
    async secondsLeft(userId, provider) {
      const scope = scopeOf(userId, provider);
      const { scopes } = await store.read([scope], []);
      const until = scopes.get(scope)?.cooldown?.until ?? 0;
      return Math.max(0, Math.ceil((until - Date.now()) / 1_000));
    },
    async cool(userId, provider, seconds) {
      const now = Date.now();
      const length = { until: now + seconds * 1_000 };
      await store.cool(scopeOf(userId, provider), { class: 'rate_model', status: 429, length, startedAt: now, now });
    },
  };
}
