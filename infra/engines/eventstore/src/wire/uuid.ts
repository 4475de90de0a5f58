import { encodeMessage, MalformedMessageError, type ProtoReader } from '../../../../wire/index.ts';

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ALL_ZERO = '00000000-0000-0000-0000-000000000000';

/** Lower-case canonical form of a UUID, or an error when `text` is none or is all zero. */
export function normaliseUuid(text: string): string {
  const lower = text.toLowerCase();
  if (!CANONICAL.test(lower)) throw new MalformedMessageError(`"${text}" is not a UUID`);
  if (lower === ALL_ZERO) throw new MalformedMessageError('the all-zero UUID is not an id');
  return lower;
}

/** The 16 bytes of a canonical UUID, written at `offset`. */
export function putUuidBytes(target: Buffer, offset: number, uuid: string): void {
  target.write(uuid.replaceAll('-', ''), offset, 16, 'hex');
}

/** Reads the `UUID` message, in its string or its structured form. */
export function readUuid(reader: ProtoReader): string {
  let id = '';
  while (reader.next()) {
    if (reader.field === 2) id = reader.string();
    else if (reader.field === 1) id = readStructuredUuid(reader.message());
    else reader.skip();
  }
  return normaliseUuid(id);
}

function readStructuredUuid(reader: ProtoReader): string {
  let high = 0n;
  let low = 0n;
  while (reader.next()) {
    if (reader.field === 1) high = reader.uint64();
    else if (reader.field === 2) low = reader.uint64();
    else reader.skip();
  }
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The `UUID` message in its string form. */
export function encodeStringUuid(uuid: string): Buffer {
  return encodeMessage((writer) => writer.string(2, uuid));
}

/** The `UUID` message in its structured form: the 16 bytes cut into two signed 64-bit halves. */
export function encodeStructuredUuid(uuid: string): Buffer {
  const bytes = Buffer.alloc(16);
  putUuidBytes(bytes, 0, uuid);
  return encodeMessage((writer) => {
    writer.message(1, (halves) => {
      halves.uint64(1, bytes.readBigInt64BE(0)).uint64(2, bytes.readBigInt64BE(8));
    });
  });
}
