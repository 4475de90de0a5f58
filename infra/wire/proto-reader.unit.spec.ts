import { describe, expect, it } from 'vitest';
import { MalformedMessageError, ProtoReader } from './proto-reader.ts';
import { encodeMessage } from './proto-writer.ts';

describe('a message', () => {
  it.each([0n, 127n, 128n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n])('keeps the number %d exactly', (value) => {
    const reader = new ProtoReader(encodeMessage((writer) => writer.uint64(900, value)));
    expect(reader.next()).toBe(true);
    expect(reader.field).toBe(900);
    expect(reader.uint64()).toBe(value);
    expect(reader.next()).toBe(false);
  });

  it('is read from the middle of a buffer, nested messages within their bounds', () => {
    const bytes = encodeMessage((writer) => {
      writer.message(1, (nested) => nested.string(2, 'ströam').uint(3, 300));
      writer.bytes(4, Buffer.from([1, 2]));
    });
    const reader = new ProtoReader(Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]), 2, 2 + bytes.length);
    reader.next();
    const nested = reader.message();
    nested.next();
    expect(nested.string()).toBe('ströam');
    nested.next();
    expect(nested.uint()).toBe(300);
    expect(nested.next()).toBe(false);
    reader.next();
    const start = reader.span();
    expect(reader.offset - start).toBe(2);
    expect(reader.next()).toBe(false);
  });

  it('is refused when a field reaches past its message, also inside a longer buffer', () => {
    const bytes = encodeMessage((writer) => writer.string(1, 'abc'));
    const cut = new ProtoReader(bytes, 0, bytes.length - 1);
    cut.next();
    expect(() => cut.string()).toThrow(MalformedMessageError);
    const cutNumber = new ProtoReader(Buffer.from([0x08, 0x80, 0x01]), 0, 2);
    cutNumber.next();
    expect(() => cutNumber.uint()).toThrow('cut off');
  });

  it('is refused when a number has more than ten bytes or another form than the field has', () => {
    const endless = new ProtoReader(Buffer.from([0x08, ...Buffer.alloc(11, 0xff)]));
    endless.next();
    expect(() => endless.uint()).toThrow('longer than ten bytes');
    const text = new ProtoReader(encodeMessage((writer) => writer.string(1, 'abc')));
    text.next();
    expect(text.isVarint).toBe(false);
    expect(() => text.uint()).toThrow('wire type');
  });
});
