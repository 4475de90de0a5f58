import { randomBytes } from 'node:crypto';
import { compressFrameSync } from 'lz4-napi';
import { describe, expect, it } from 'vitest';
import { unpackLz4Frames } from './unpack-lz4-frames.ts';

const texts = [
  Buffer.alloc(0),
  Buffer.from('SELECT 1'),
  Buffer.from('SELECT 1, '.repeat(30_000)),
  Buffer.alloc(70_000, 'a'),
  randomBytes(200_000),
];
const largest = 1024 * 1024;
const codeOf = (task: () => unknown): unknown => {
  try {
    return task();
  } catch (error) {
    return (error as { code: number }).code;
  }
};

describe('LZ4 frames', () => {
  it.each([{}, { contentChecksum: true, blockChecksums: true }])('give back what was packed (%o)', (options) => {
    for (const text of texts) {
      const frame = compressFrameSync(text, options);
      expect(unpackLz4Frames(frame, largest).equals(text)).toBe(true);
    }
    const row = Buffer.concat(texts.map((text) => compressFrameSync(text, options)));
    expect(unpackLz4Frames(row, largest).equals(Buffer.concat(texts))).toBe(true);
  });

  it('with blocks that refer to the ones before them, as Python packs them, are read as well', () => {
    // lz4.frame.compress(b"0123456789" * 13108, block_size=lz4.frame.BLOCKSIZE_MAX64KB, block_linked=True)
    const hex = [
      '04224d18484008000200000000000c14010000af303132333435363738390a00',
      'ff'.repeat(256),
      'de5031323334350a0100000ffa',
      'ff'.repeat(257),
      'e850373839303108000080323334353637383900000000',
    ];
    const text = '0123456789'.repeat(13_108);
    expect(unpackLz4Frames(Buffer.from(hex.join(''), 'hex'), largest).toString()).toBe(text);
  });

  it('stop at a size, whatever would come out', () => {
    const bomb = compressFrameSync(Buffer.alloc(100_000_000));
    expect(bomb.length).toBeLessThan(500_000);
    expect(codeOf(() => unpackLz4Frames(bomb, largest))).toBe(307);
  });

  it('that are damaged are refused', () => {
    const frame = compressFrameSync(Buffer.from('SELECT 1, '.repeat(300)));
    for (let length = 1; length < frame.length; length += 1)
      expect(
        codeOf(() => unpackLz4Frames(frame.subarray(0, length), largest)),
        `${length} bytes`,
      ).toBe(271);
    let refused = 0;
    for (let at = 0; at < frame.length; at += 1) {
      const changed = Buffer.from(frame);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const outcome = codeOf(() => unpackLz4Frames(changed, largest));
      expect(Buffer.isBuffer(outcome) || outcome === 271 || outcome === 307, `byte ${at}`).toBe(true);
      if (!Buffer.isBuffer(outcome)) refused += 1;
    }
    expect(refused).toBeGreaterThan(5);
  });
});
