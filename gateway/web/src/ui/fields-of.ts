import type { Bounds, FormOperation } from '@svc/web/shared/form-operations';
import type { ReactNode } from 'react';
import bounds from 'virtual:field-bounds';
import type { Input } from '../api/operations.js';

/** What the control of a field gets. */
export interface ControlProps<Value> {
  readonly name: string;
  readonly label: string;
  readonly bounds: Bounds;
  /** What it begins with. */
  readonly value: Value;
  /** Sets the value where the control does not keep it itself, under its name. */
  change(this: void, value: Value): void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
}

/** A field of a form, written once: its name in words, how it begins, how it is drawn, read and told. */
export interface Field<Value> {
  readonly label: string;
  readonly blank: Value;
  /** What the form says; `kept` is what it began with, or what `change` has set since. */
  read(this: void, form: FormData, name: string, kept: Value, bounds: Bounds): Value;
  /** How a value reads that is no text, number or list of texts. */
  show?(this: void, value: Value): string;
  control(this: void, props: ControlProps<Value>): ReactNode;
}

interface BoundField<Value> extends Field<Value> {
  readonly bounds: Bounds;
}

/** The fields of a form, by their names in the input of its operation. */
export type FieldSet<Values extends object> = { readonly [Name in keyof Values]: BoundField<Values[Name]> };

/** What a form with these fields holds. */
export type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends BoundField<infer Value> ? Value : never;
};

/** Null only where the operation takes it: a field that must be filled in never gives it. */
type FieldValue<Taken, Each> =
  Each extends Field<infer Value> ? (null extends Taken ? Value : Exclude<Value, null>) : never;

type BoundFields<Taken, Given> = {
  readonly [Name in keyof Given]: BoundField<FieldValue<Name extends keyof Taken ? Taken[Name] : never, Given[Name]>>;
};

/**
 * The fields of a form that sends an operation, in their order. How long or large what they hold may be, and whether they must be
 * filled in, are what the operation says; a name that its input does not have does not compile.
 */
export function fieldsOf<
  Name extends FormOperation,
  Given extends { readonly [Each in keyof Input<Name>]?: Field<unknown> },
>(
  operation: Name,
  fields: Given & Readonly<Record<Exclude<keyof Given, keyof Input<Name>>, never>>,
): BoundFields<Input<Name>, Given> {
  const bound = Object.entries<Field<unknown>>(fields).map(([name, field]) => [
    name,
    { ...field, bounds: bounds[operation][name] ?? {} },
  ]);
  return Object.fromEntries(bound) as BoundFields<Input<Name>, Given>;
}

/** What the form says of every field; one that cannot be changed says nothing, and keeps what it began with. */
export function readFields<Values extends object>(fields: FieldSet<Values>, form: FormData, kept: Values): Values {
  const read = namesOf(fields).map((name) => {
    const field = fields[name];
    return [name, field.read(form, name, kept[name], field.bounds)];
  });
  return Object.fromEntries(read) as Values;
}

/** What a form for a new record begins with. */
export function blankOf<Values extends object>(fields: FieldSet<Values>): Values {
  return Object.fromEntries(namesOf(fields).map((name) => [name, fields[name].blank])) as Values;
}

export function namesOf<Values extends object>(fields: FieldSet<Values>): readonly (keyof Values & string)[] {
  return Object.keys(fields) as (keyof Values & string)[];
}
