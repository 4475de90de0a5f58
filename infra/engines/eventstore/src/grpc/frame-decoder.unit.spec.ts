import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '../wire/proto-writer.ts';
import { FrameDecoder } from './frame-decoder.ts';

const frames = (...messages: string[]) =>
  Buffer.concat(messages.map((text) => new ProtoWriter().frame(text.length).raw(Buffer.from(text)).finish()));

function decode(bytes: Buffer, chunkBytes: number): { messages: string[]; incomplete: boolean } {
  const decoder = new FrameDecoder();
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    decoder.push(bytes.subarray(at, at + chunkBytes), (message) => messages.push(message.toString()));
  }
  return { messages, incomplete: decoder.incomplete };
}

describe('a stream of frames', () => {
  it.each([1, 2, 3, 7, 1000])('gives the same messages when it comes in chunks of %i bytes', (chunkBytes) => {
    const messages = ['one', '', 'x'.repeat(300), 'last'];
    expect(decode(frames(...messages), chunkBytes)).toEqual({ messages, incomplete: false });
  });

  it('is incomplete while a message is cut off', () => {
    expect(decode(frames('whole', 'cut').subarray(0, -1), 4)).toEqual({ messages: ['whole'], incomplete: true });
  });

  it('is refused when a message is compressed or larger than the limit', () => {
    expect(() => decode(Buffer.from([1, 0, 0, 0, 0]), 5)).toThrow('compressed');
    expect(() => decode(Buffer.from([0, 1, 0, 0, 0]), 5)).toThrow('larger than the limit');
  });
});
