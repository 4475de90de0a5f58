import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, webhookHeaders } from './webhook-signature.ts';

const body = Buffer.from('{"event":"refund","keyword_name":"schön schlafen","proceeds":-7.6524}');
// One instant: signatures of two seconds differ.
const now = Math.floor(Date.now() / 1000);
const sign = (secrets: readonly string[], timestamp = now) => webhookHeaders({ id: 'msg_1', timestamp, body }, secrets);

describe('the signature of a webhook', () => {
  it('is verified by the published library, with each of the secrets that overlap', () => {
    const current = newWebhookSecret();
    const former = newWebhookSecret();
    expect(current).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = sign([current, former]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [current, former]) {
      expect(new Webhook(secret).verify(body.toString(), headers)).toMatchObject({ proceeds: -7.6524 });
    }
    // The new one is first.
    expect(headers['webhook-signature']?.startsWith(sign([current])['webhook-signature'] ?? '-')).toBe(true);
  });

  it('does not fit another body, id, time or secret', () => {
    const secret = newWebhookSecret();
    const headers = sign([secret]);
    const other = new Webhook(secret);
    expect(() => other.verify(`${body.toString()} `, headers)).toThrow();
    expect(() => other.verify(body.toString(), { ...headers, 'webhook-id': 'msg_2' })).toThrow();
    expect(() => other.verify(body.toString(), sign([secret], 1_700_000_000))).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(body.toString(), headers)).toThrow();
  });
});
