/** Whose records a list shows: also those that others share, unless only one's own are asked for. */
export function scopeOf(mine: true | undefined): 'mine' | 'mine-and-shared' {
  return mine ? 'mine' : 'mine-and-shared';
}
