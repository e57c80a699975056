/** Another process has ended the turn, or asked for its end: it must start nothing more. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}
