import { putUuidBytes } from '../../wire/uuid.ts';

/** A number as six big-endian bytes, so that keys sort by it. */
export function numberKey(value: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key.writeUIntBE(value, 0, 6);
  return key;
}

export function pairKey(first: number, second: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUIntBE(first, 0, 6);
  key.writeUIntBE(second, 6, 6);
  return key;
}

export function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUIntBE(offset, 6);
}

export function eventIdKey(streamId: number, eventId: string): Buffer {
  const key = Buffer.allocUnsafe(22);
  key.writeUIntBE(streamId, 0, 6);
  putUuidBytes(key, 6, eventId);
  return key;
}
