/** Evidence by video; evidence without a video is omitted. */
export type ByKey<Item> = ReadonlyMap<string, readonly Item[]>;

export function byKey<Item extends { readonly key: string | null }>(items: readonly Item[]): ByKey<Item> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    if (item.key === null) continue;
    const group = groups.get(item.key);
    if (group) group.push(item);
    else groups.set(item.key, [item]);
  }
  return groups;
}

/** Returns the evidence of one video. */
export function ofKey<Item>(groups: ByKey<Item>, key: string | null): readonly Item[] {
  return (key === null ? undefined : groups.get(key)) ?? [];
}
