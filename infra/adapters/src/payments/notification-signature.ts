import { createHmac, timingSafeEqual } from 'node:crypto';

/** Largest difference between the signature's clock and ours, in seconds: a wrong clock must not lose notifications. */
const largestSkewSeconds = 300;
const mostSignatures = 4;

export type SignatureVerdict = 'ok' | 'malformed' | 'stale' | 'wrong';

/**
 * Verifies `Paddle-Signature: ts=<seconds>;h1=<hex>[;h1=<hex>]` over the bytes that came. The provider's own client looks at one
 * signature only, which breaks the change of a secret.
 * @param secrets Any of them may have signed.
 * @param now milliseconds.
 */
export function verifyNotification(
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  now: number,
): SignatureVerdict {
  const fields = (header ?? '').split(';').map((field) => field.trim());
  const valuesOf = (name: string) =>
    fields.flatMap((field) => (field.startsWith(`${name}=`) ? [field.slice(name.length + 1)] : []));
  const times = valuesOf('ts');
  const signatures = valuesOf('h1');
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{10}$/.test(time)) return 'malformed';
  if (signatures.length === 0 || signatures.length > mostSignatures) return 'malformed';
  if (!signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature))) return 'malformed';
  if (Math.abs(now / 1000 - Number(time)) > largestSkewSeconds) return 'stale';
  const receivedSignatures = signatures.map((signature) => Buffer.from(signature, 'hex'));
  const wanted = secrets.map((secret) => createHmac('sha256', secret).update(`${time}:`).update(body).digest());
  return wanted.some((want) => receivedSignatures.some((signature) => timingSafeEqual(signature, want)))
    ? 'ok'
    : 'wrong';
}
