/** Made from the registry by the build: name → method and path below `/api`. */
declare module 'virtual:operations' {
  const operations: Readonly<Record<string, readonly [method: string, path: string]>>;
  export default operations;
}
