import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyNotification } from './notification-signature.ts';

const secret = 'pdl_ntfset_01test_abcDEF123';
const ts = 1_795_280_400;
const body = Buffer.from('{"event_id":"evt_01","note":"ü"}');
const h1 = '4d781e77f16d1a38c2107d0b2dc8d428735edb95abe5d8cae897a5a478509349';
const other = 'a'.repeat(64);
const verify = (header: string | undefined, overrides: { body?: Buffer; secrets?: string[]; now?: number } = {}) =>
  verifyNotification(header, overrides.body ?? body, overrides.secrets ?? [secret], (overrides.now ?? ts) * 1000);

describe('the signature of a payment notification', () => {
  it.each([
    ['one signature', `ts=${ts};h1=${h1}`],
    ['blanks between the fields', `ts=${ts}; h1=${h1}`],
    ['fields of a later version', `ts=${ts};h2=x;h1=${h1}`],
    ['an old secret’s signature first', `ts=${ts};h1=${h1};h1=${other}`],
    ['and last', `ts=${ts};h1=${other};h1=${h1}`],
  ])('is good with %s', (_what, header) => {
    expect(verify(header)).toBe('ok');
    expect(verify(header, { secrets: ['pdl_ntfset_new', secret] })).toBe('ok');
  });

  it.each([
    ['no header', undefined, 'malformed'],
    ['an empty one', '', 'malformed'],
    ['no instant', `h1=${h1}`, 'malformed'],
    ['two instants', `ts=${ts};ts=${ts};h1=${h1}`, 'malformed'],
    ['milliseconds', `ts=${ts}000;h1=${h1}`, 'malformed'],
    ['letters in the instant', 'ts=123abc;h1=x', 'malformed'],
    ['upper-case hex', `ts=${ts};h1=${h1.toUpperCase()}`, 'malformed'],
    ['five signatures', `ts=${ts}${`;h1=${h1}`.repeat(5)}`, 'malformed'],
    ['no signature', `ts=${ts}`, 'malformed'],
    ['another signature', `ts=${ts};h1=${other}`, 'wrong'],
    ['another instant', `ts=${ts + 1};h1=${h1}`, 'wrong'],
    ['a megabyte', 'x'.repeat(1_000_000), 'malformed'],
  ])('is refused with %s', (_what, header, verdict) => {
    expect(verify(header)).toBe(verdict);
  });

  it('is refused with another body, another secret, or without any', () => {
    const header = `ts=${ts};h1=${h1}`;
    expect(verify(header, { body: Buffer.from(`${body.toString()} `) })).toBe('wrong');
    expect(verify(header, { secrets: ['pdl_ntfset_live'] })).toBe('wrong');
    expect(verify(header, { secrets: [] })).toBe('wrong');
  });

  it('is good for five minutes, on either side', () => {
    const header = `ts=${ts};h1=${h1}`;
    expect([-301, -300, 300, 301].map((seconds) => verify(header, { now: ts + seconds }))).toEqual([
      'stale',
      'ok',
      'ok',
      'stale',
    ]);
  });

  it('is over the bytes that came, not over what they say', () => {
    const spaced = Buffer.from('{ "event_id": "evt_01" }');
    const signed = createHmac('sha256', secret).update(`${ts}:`).update(spaced).digest('hex');
    expect(verify(`ts=${ts};h1=${signed}`, { body: spaced })).toBe('ok');
    expect(verify(`ts=${ts};h1=${signed}`, { body: Buffer.from('{"event_id":"evt_01"}') })).toBe('wrong');
  });
});
