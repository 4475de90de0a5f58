import { describe, expect, it } from 'vitest';
import { UsageError } from '../operator/subcommand.ts';
import { readAsOfRequest } from './as-of-request.ts';

const now = Date.parse('2026-03-20T00:00:00Z');
const instant = '2026-01-01T00:00:00Z';
const call = '/api/asa/campaigns?application_id=1';
const read = (...args: string[]) => readAsOfRequest(args, now);

describe('what npm run as-of is asked', () => {
  it('has an instant and calls; the tables are of that instant and go again unless more is said', () => {
    expect(read('--at', instant, call)).toEqual({
      at: new Date(instant),
      position: undefined,
      keep: false,
      seconds: 900,
      calls: [call],
    });
    expect(read('--at', instant, '--position', '77', '--keep', '--within', '5', call, call)).toMatchObject({
      position: '77',
      keep: true,
      seconds: 5,
      calls: [call, call],
    });
  });

  it.each([
    ['no instant', [call]],
    ['an instant that is none', ['--at', 'yesterday', call]],
    ['an instant to come', ['--at', '2026-03-20T00:00:01Z', call]],
    ['no call', ['--at', instant]],
    ['a call of something else', ['--at', instant, 'campaigns']],
    ['a position that is none', ['--at', instant, call, '--position', 'x']],
    ['no time', ['--at', instant, call, '--within', '0']],
    ['an unknown option', ['--at', instant, call, '--all']],
  ])('is refused with %s', (_what, args) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(/Usage|future/);
  });
});
