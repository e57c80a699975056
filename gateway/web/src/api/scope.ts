/** Whose records a list shows: those that others share too, unless limited to the user's own. */
export function scopeOf(mine: true | undefined): 'mine' | 'mine-and-shared' {
  return mine ? 'mine' : 'mine-and-shared';
}
