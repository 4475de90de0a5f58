import { createHash } from 'node:crypto';

/**
 * Makes the id of an event from its cause, so that a repeated append is the same append.
 * @param cause What led to the event: a command id, a notification UUID, a report page.
 * @returns A UUID (version 8: application-defined) that depends on the cause alone.
 */
export function eventIdFrom(cause: string): string {
  const bytes = createHash('sha256').update(cause).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
