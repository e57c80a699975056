/** A turn is to end, or has ended, as another process says: nothing of it may begin any more. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}
