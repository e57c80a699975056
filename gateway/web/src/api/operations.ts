import type { InputOf, OutputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';

/** Names of all operations in the registry. */
export type OperationName = keyof OperationTypes;

/** Input of an operation. */
export type Input<Name extends OperationName> = InputOf<OperationTypes[Name]>;

/** Output of an operation; times are ISO 8601 texts. */
export type Output<Name extends OperationName> = OutputOf<OperationTypes[Name]>;

/** An item of a list's output. */
export type Item<Name extends OperationName> =
  Output<Name> extends { readonly items: readonly (infer Each)[] } ? Each : never;
