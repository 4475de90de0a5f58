import { describe, expect, it } from 'vitest';
import { isHttpsAddress } from './address.ts';
import { dayRange } from './day-range.ts';
import { bodyText, curlText, durationText, eventOf, headerLines } from './delivery-texts.ts';

describe('an address', () => {
  it.each([
    ['https://hooks.moonvale.example/tapwise?x=1', true],
    ['https://hooks.moonvale.example:443/', true],
    ['http://hooks.moonvale.example', false],
    ['https://ada:secret@hooks.moonvale.example', false],
    ['https://hooks.moonvale.example:8443', false],
    ['http://127.0.0.1:4010/hooks', true],
    ['http://127.0.0.1.moonvale.example/hooks', false],
    ['http://ada@127.0.0.1/hooks', false],
    ['hooks.moonvale.example', false],
    ['https://', false],
    ['', false],
    [`https://hooks.moonvale.example/${'a'.repeat(2_000)}`, false],
  ])('%s', (text, expected) => expect(isHttpsAddress(text)).toBe(expected));
});

describe('a range of days', () => {
  it.each([
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-20T08:00:00.000Z', '2026-11-21T07:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-11-19T10:00:00.000Z', '2026-11-20T09:59:59.999Z'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-20T18:14:59.999Z'],
  ])('is whole in %s', (zone, from, to) => expect(dayRange('2026-11-20', '2026-11-20', zone)).toEqual({ from, to }));

  it.each([
    // A day of 23 and one of 25 hours, and one that begins at 1 o'clock.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ])('follows the clock of %s on %s', (zone, day, from, to) => expect(dayRange(day, day, zone)).toEqual({ from, to }));

  it.each([
    ['2026-11-21', '2026-11-20'],
    ['', '2026-11-20'],
    ['2026-02-30', '2026-03-01'],
  ])('is none from %s to %s', (from, to) => expect(dayRange(from, to, 'UTC')).toBeNull());
});

it('a duration is said in milliseconds below a second', () => {
  expect([98, 999, 1_000, 15_004].map(durationText)).toEqual(['98 ms', '999 ms', '1.00 s', '15.00 s']);
});

it('an event that is estimated says so', () => {
  const sent = { event: 'refund', estimated: false, lane: 'webhook' } as const;
  expect([sent, { ...sent, estimated: true }].map(eventOf)).toEqual(['refund', 'refund, estimated']);
  expect(eventOf({ event: null, estimated: false, lane: 'forwarding' })).toBe('store notification');
});

describe('what was sent', () => {
  const sent = {
    headers: { 'webhook-id': '7d3f', 'x-tapwise-sequence': '4' },
    body: `{"name":"mum's","n":1}`,
    bytes: 22,
  };

  it('is shown header by header and line by line', () => {
    expect(headerLines(sent)).toBe('webhook-id: 7d3f\nx-tapwise-sequence: 4');
    expect(bodyText(sent, 'webhook')).toBe(`{\n  "name": "mum's",\n  "n": 1\n}`);
    expect(bodyText({ ...sent, body: '\u0000 no json' }, 'forwarding')).toBe('\u0000 no json');
  });

  it('can be posted by a command in the same bytes', () => {
    expect(curlText(sent, 'https://hooks.example/a?b=1')).toBe(
      [
        "curl 'https://hooks.example/a?b=1' \\",
        "  -H 'webhook-id: 7d3f' \\",
        "  -H 'x-tapwise-sequence: 4' \\",
        `  --data-binary '{"name":"mum'\\''s","n":1}'`,
      ].join('\n'),
    );
  });
});
