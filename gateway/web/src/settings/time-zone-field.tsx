import { knownTimeZones } from '@svc/web/shared/format';
import { useMemo } from 'react';
import { PickField, type PickFieldProps } from '../ui/fields/pick-field.js';

/** A time zone that the browser knows, or the current one: "berlin", "new york" or "America/New_York". */
export function TimeZoneField(props: Omit<PickFieldProps, 'choices'>) {
  const { value } = props;
  const choices = useMemo(() => {
    const zones = new Set(['UTC', ...(value === null ? [] : [value]), ...knownTimeZones()]);
    return [...zones].sort().map((id) => ({ id, name: id.replaceAll('_', ' ') }));
  }, [value]);
  return <PickField {...props} choices={choices} />;
}
