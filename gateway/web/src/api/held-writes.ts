/** Writes wait while the page shows an account that the server has yet to confirm: by now, someone else may be signed in. */

let confirmation: PromiseWithResolvers<void> | undefined;

/** Lets writes wait from now on. */
export function holdWrites(): void {
  confirmation ??= Promise.withResolvers<void>();
}

/** Sends the writes that wait. */
export function releaseWrites(): void {
  confirmation?.resolve();
  confirmation = undefined;
}

/** Resolves when a write may be sent. */
export function mayWrite(): Promise<void> {
  return confirmation?.promise ?? Promise.resolve();
}
