import { useMemo } from 'react';
import { useFormats } from '../../shell/account.js';
import { PickField, type PickFieldProps } from './pick-field.js';

/** A currency: "EUR", or "euro". */
export function CurrencyField(props: Omit<PickFieldProps, 'choices'>) {
  const { currencies } = useFormats();
  const choices = useMemo(
    () => currencies().map(({ code, name }) => ({ id: code, name: `${code} · ${name}` })),
    [currencies],
  );
  return <PickField {...props} choices={choices} />;
}
