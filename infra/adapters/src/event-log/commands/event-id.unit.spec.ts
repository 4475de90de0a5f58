import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventIdFrom } from './event-id.ts';

describe('an event id', () => {
  it('stays what it was: logs hold ids made from these causes', () => {
    expect(eventIdFrom('install-900.a|cause|0')).toBe(idAsFirstMade('install-900.a|cause|0'));
    for (let number = 0; number < 500; number += 1) {
      expect(eventIdFrom(`cause-ü-${number}`)).toBe(idAsFirstMade(`cause-ü-${number}`));
    }
  });

  it('is a UUID of version 8', () => {
    expect(eventIdFrom('any')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

/** The digest cut to 16 bytes, with version and variant set byte by byte. */
function idAsFirstMade(cause: string): string {
  const bytes = createHash('sha256').update(cause).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
