import { describe, expect, it } from 'vitest';
import { DomainError } from '../../shared/domain-error.ts';
import { checkFirstLaunch, firstLaunchByOurClock } from './first-launch.ts';

const now = '2026-03-01T12:00:00.000Z';

describe('a first launch', () => {
  it('may lie three years back or a day ahead, and no further', () => {
    const check = (first_launch_at: string) => () => checkFirstLaunch(first_launch_at, now);
    for (const fine of ['2023-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z']) expect(check(fine)).not.toThrow();
    for (const wrong of ['2023-03-01T11:59:59.999Z', '2026-03-02T12:00:00.001Z', 'yesterday']) {
      expect(check(wrong)).toThrow(DomainError);
    }
  });
});

describe('a first launch by our clock', () => {
  const launch = (first_launch_at: string, sent_at: string | null) =>
    firstLaunchByOurClock({ first_launch_at, sent_at }, now);

  it.each([
    ['the clock is right', '2026-02-20T08:00:00.000Z', now, '2026-02-20T08:00:00.000Z'],
    ['it is five minutes off', '2026-02-20T08:00:00.000Z', '2026-03-01T12:05:00.000Z', '2026-02-20T08:00:00.000Z'],
    ['it is behind by more', '2026-02-20T08:00:00.000Z', '2026-03-01T11:54:59.999Z', '2026-02-20T08:05:00.001Z'],
    ['it is ahead by more', '2026-02-20T08:00:00.000Z', '2026-03-01T12:05:00.001Z', '2026-02-20T07:54:59.999Z'],
    ['it is years ahead', '2569-02-27T12:00:00.000Z', '2569-03-01T12:00:00.000Z', '2026-02-27T12:00:00.000Z'],
    ['it is in 1970', '1970-01-01T00:00:10.000Z', '1970-01-01T00:00:40.000Z', '2026-03-01T11:59:30.000Z'],
    ['it comes after the sending by a right clock', '2026-03-01T14:00:00.000Z', now, '2026-03-01T14:00:00.000Z'],
    [
      'it comes after the sending by a wrong clock',
      '2031-03-01T14:00:00.000Z',
      '2031-03-01T12:00:00.000Z',
      '2026-03-01T14:00:00.000Z',
    ],
    ['its zone is another', '2026-02-20T09:00:00+01:00', '2026-03-01T13:00:00+01:00', '2026-02-20T08:00:00.000Z'],
  ])('is moved by as much as the clock is off when %s', (_what, launched, sent, expected) => {
    expect(launch(launched, sent)).toBe(expected);
  });

  it.each([
    ['the clock is right now and was not then', '1970-01-01T00:00:10.000Z', now],
    ['the clock was set ahead then', '2031-03-01T12:00:00.000Z', now],
    ['it comes more than a day after the sending', '2026-03-02T12:00:00.001Z', now],
    ['it cannot be after the correction either', '2026-03-01T12:00:00.000Z', '2029-04-01T12:00:00.000Z'],
  ])('is now when %s', (_what, launched, sent) => {
    expect(launch(launched, sent)).toBe(now);
  });

  it('is refused as before when the phone does not say when it sends', () => {
    expect(launch('2026-02-20T09:00:00+01:00', null)).toBe('2026-02-20T08:00:00.000Z');
    for (const wrong of ['1970-01-01T00:00:10.000Z', '2031-03-01T12:00:00.000Z']) {
      expect(() => launch(wrong, null)).toThrow(DomainError);
    }
  });
});
