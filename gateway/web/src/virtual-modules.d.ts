/** Made from the registry by the build: name → method and path below `/api`. */
declare module 'virtual:operations' {
  const operations: Readonly<Record<string, readonly [method: string, path: string]>>;
  export default operations;
}

/** Made from the registry by the build: name → what it does, such as "Delete a deal". */
declare module 'virtual:operation-titles' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}

/** Made from the registry by the build: write → families of operations whose answers it makes stale. */
declare module 'virtual:affected-families' {
  const families: Readonly<Record<string, readonly string[]>>;
  export default families;
}

/** Made from the registry by the build: operation → field → bounds. */
declare module 'virtual:field-bounds' {
  import type { Bounds, FormOperation } from '@svc/web/shared/form-operations';

  const bounds: Readonly<Record<FormOperation, Readonly<Record<string, Bounds>>>>;
  export default bounds;
}
