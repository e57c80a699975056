/** Parameters that a destination's statistics read, with an example of each. */
export const UTM_PARAMETERS = [
  ['source', 'Source', 'youtube'],
  ['medium', 'Medium', 'video'],
  ['campaign', 'Campaign', 'spring-launch'],
  ['term', 'Term', ''],
  ['content', 'Content', ''],
] as const;

export type UtmName = (typeof UTM_PARAMETERS)[number][0];

/** An address with these parameters, replacing its own of the same names. An invalid one stays as it is, for the API to report. */
export function withUtm(address: string, parameters: Readonly<Record<UtmName, string>>): string {
  const filled = UTM_PARAMETERS.map(([name]) => [`utm_${name}`, parameters[name].trim()] as const).filter(
    ([, value]) => value !== '',
  );
  if (filled.length === 0 || !URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [name, value] of filled) url.searchParams.set(name, value);
  return url.href;
}
