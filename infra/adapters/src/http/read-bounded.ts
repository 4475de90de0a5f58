/** An answer was larger than the caller's limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body whole and stops at a limit, so that no answer from outside can fill the memory.
 * The bytes counted are those handed over, after any decompression.
 * @throws BodyTooLargeError past the limit; the stream is destroyed then.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown },
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      const error = new BodyTooLargeError(`The answer is larger than ${maxBytes} bytes`);
      body.destroy(error);
      throw error;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
