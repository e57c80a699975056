/** Every process of the product, in one place: starting, migrating, testing and checking derive from this list. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface ServiceEntry {
  readonly name: string;
  /** Workspace folder, relative to the root. */
  readonly folder: string;
  /** True for a gRPC service with a schema of its own; false for the gateway. */
  readonly hasDatabase: boolean;
}

export const SERVICES = [
  { name: 'identity', folder: 'services/identity', hasDatabase: true },
  { name: 'deal', folder: 'services/deal', hasDatabase: true },
  { name: 'viewcheck', folder: 'services/viewcheck', hasDatabase: true },
  { name: 'shortener', folder: 'services/shortener', hasDatabase: true },
  { name: 'gateway', folder: 'gateway', hasDatabase: false },
] as const satisfies readonly ServiceEntry[];

/** Processes that no one calls: they run another main of a service, on its database. */
export const WORKERS = [
  {
    name: 'click-consumer',
    service: 'shortener',
    main: 'dist/click-consumer.js',
    /** Only started when Redis is there, whose stream it reads. */
    needs: 'REDIS_URL',
  },
] as const;

export type WorkerName = (typeof WORKERS)[number]['name'];

export type ServiceName = (typeof SERVICES)[number]['name'];

/** Those with a schema, a role and migrations. */
export const DATABASE_SERVICES = SERVICES.filter((service) => service.hasDatabase);

export type DatabaseServiceName = (typeof DATABASE_SERVICES)[number]['name'];

/** Workspace folder of a service, relative to the root. */
export function folderOf(name: ServiceName): string {
  return SERVICES.find((service) => service.name === name)?.folder ?? '';
}

/** A value for each service, by name. */
export function perService<Name extends string, Value>(
  services: readonly { readonly name: Name }[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(services.map(({ name }) => [name, valueOf(name)])) as Record<Name, Value>;
}
