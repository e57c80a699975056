/** Something that whoever runs the program can put right; its message says how. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
