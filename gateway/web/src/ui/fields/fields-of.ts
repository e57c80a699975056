import type { Bounds, FormOperation } from '@svc/web/shared/form-operations';
import type { Formats } from '@svc/web/shared/format';
import type { ReactNode } from 'react';
import bounds from 'virtual:field-bounds';
import type { Input } from '../../api/operations.js';

/** The props of a field's control. */
export interface ControlProps<Value> {
  readonly name: string;
  readonly label: string;
  readonly bounds: Bounds;
  /** Its initial value. */
  readonly value: Value;
  /** Sets the value when the control does not store it itself, under its name. */
  change(this: void, value: Value): void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
}

/** The definition of a form field: its label, initial value, control, parsing and formatting. */
export interface Field<Value> {
  readonly label: string;
  readonly blank: Value;
  /** The form's value; `kept` is the initial one, or the last set by `change`. */
  read(this: void, form: FormData, name: string, kept: Value, bounds: Bounds): Value;
  /** Formats a value that is not a text or a list of texts; `others` has the form's other values. */
  show?(this: void, value: Value, formats: Formats, others: Readonly<Record<string, unknown>>): string;
  control(this: void, props: ControlProps<Value>): ReactNode;
}

interface BoundField<Value> extends Field<Value> {
  readonly bounds: Bounds;
}

/** The fields of a form, by their names in the operation's input. */
export type FieldSet<Values extends object> = { readonly [Name in keyof Values]: BoundField<Values[Name]> };

/** The values of a form with these fields. */
export type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends BoundField<infer Value> ? Value : never;
};

/** Null only if the operation accepts it: a required field never returns it. */
type FieldValue<Taken, Each> =
  Each extends Field<infer Value> ? (null extends Taken ? Value : Exclude<Value, null>) : never;

type BoundFields<Taken, Given> = {
  readonly [Name in keyof Given]: BoundField<FieldValue<Name extends keyof Taken ? Taken[Name] : never, Given[Name]>>;
};

/**
 * The fields of a form for an operation, in order. Bounds and required fields come from the operation; a name that its input does not have does not
 * compile.
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

/** The form's value of every field; a read-only one returns its initial value. */
export function readFields<Values extends object>(fields: FieldSet<Values>, form: FormData, kept: Values): Values {
  const read = namesOf(fields).map((name) => {
    const field = fields[name];
    return [name, field.read(form, name, kept[name], field.bounds)];
  });
  return Object.fromEntries(read) as Values;
}

/** The initial values of a form for a new record. */
export function blankOf<Values extends object>(fields: FieldSet<Values>): Values {
  return Object.fromEntries(namesOf(fields).map((name) => [name, fields[name].blank])) as Values;
}

export function namesOf<Values extends object>(fields: FieldSet<Values>): readonly (keyof Values & string)[] {
  return Object.keys(fields) as (keyof Values & string)[];
}
