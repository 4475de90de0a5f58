import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret for signing webhooks, in the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** What a signature is made over. */
export interface SignedWebhook {
  readonly id: string;
  /** Of this attempt, in seconds. */
  readonly timestamp: number;
  /** The very bytes that are sent. */
  readonly body: Uint8Array;
}

/**
 * Headers of one attempt by https://github.com/standard-webhooks/standard-webhooks: a signature by each secret, in their order.
 * @param secrets As `newWebhookSecret` made them.
 */
export function webhookHeaders(
  { id, timestamp, body }: SignedWebhook,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
