/** Made from the registry by the build: name → method and path below `/api`. */
declare module 'virtual:operations' {
  const operations: Readonly<Record<string, readonly [method: string, path: string]>>;
  export default operations;
}

/** Made from the registry by the build: operation → field → bounds. */
declare module 'virtual:field-bounds' {
  import type { Bounds, FormOperation } from '@svc/web/shared/form-operations';

  const bounds: Readonly<Record<FormOperation, Readonly<Record<string, Bounds>>>>;
  export default bounds;
}
