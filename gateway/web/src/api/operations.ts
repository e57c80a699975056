import type { InputOf, OutputOf } from '@svc/operations/define-operation';
import type { OperationTypes } from '@svc/operations/registry';

/** Names of all use cases, as the registry has them. */
export type OperationName = keyof OperationTypes;

/** What is sent to an operation. */
export type Input<Name extends OperationName> = InputOf<OperationTypes[Name]>;

/** What an operation answers; times are ISO 8601 texts. */
export type Output<Name extends OperationName> = OutputOf<OperationTypes[Name]>;

/** One item of what a list answers. */
export type Item<Name extends OperationName> =
  Output<Name> extends { readonly items: readonly (infer Each)[] } ? Each : never;
