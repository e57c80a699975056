/** Cuts a body off past the maximum. */
export function endAt(bytesMax: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new Error('The answer is longer than the maximum.'));
      else controller.enqueue(chunk);
    },
  });
}
