/** Thrown when another process has ended the turn or requested its end: no further call may start. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}
