import { describe, expect, it } from 'vitest';
import { CompressedMessageError, FrameReader, OversizedMessageError } from './frame-reader.ts';
import { ProtoWriter } from './proto-writer.ts';

const maxBytes = 1000;

const frames = (...messages: string[]) =>
  Buffer.concat(messages.map((text) => new ProtoWriter().frame(text.length).raw(Buffer.from(text)).finish()));

function read(bytes: Buffer, chunkBytes: number): { messages: string[]; incomplete: boolean } {
  const reader = new FrameReader(maxBytes);
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.push(bytes.subarray(at, at + chunkBytes), (buffer, start, end) =>
      messages.push(buffer.toString('utf8', start, end)),
    );
  }
  return { messages, incomplete: reader.incomplete };
}

describe('a stream of frames', () => {
  it.each([1, 2, 3, 7, 1000])('gives the same messages when it comes in chunks of %i bytes', (chunkBytes) => {
    const messages = ['one', '', 'x'.repeat(300), 'last'];
    expect(read(frames(...messages), chunkBytes)).toEqual({ messages, incomplete: false });
  });

  it('is incomplete while a message is cut off', () => {
    expect(read(frames('whole', 'cut').subarray(0, -1), 4)).toEqual({ messages: ['whole'], incomplete: true });
  });

  it('is refused when a message is compressed or larger than the limit', () => {
    expect(() => read(Buffer.from([1, 0, 0, 0, 0]), 5)).toThrow(CompressedMessageError);
    expect(() => read(Buffer.from([0, 0, 0, 3, 233]), 5)).toThrow(OversizedMessageError);
  });
});
