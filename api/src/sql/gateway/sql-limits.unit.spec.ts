import { createRateLimits } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { createSqlTurns, engineTimeWindow } from '../engine/sql-turns.ts';
import { createSqlThrottle, sqlPasswordWindow } from '../users/sql-throttle.ts';
import { allowedSettings } from './settings-policy.ts';

const allowed = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(allowedSettings(new Map(Object.entries(settings)), 30));

describe('settings of analysts', () => {
  it('are passed on from a closed list, lowered and never raised', () => {
    expect(
      allowed({ max_execution_time: '5', join_use_nulls: '1', output_format_json_quote_64bit_integers: '1' }),
    ).toEqual({
      max_execution_time: '5',
      join_use_nulls: '1',
      output_format_json_quote_64bit_integers: '1',
    });
    for (const high of ['0', '-1', '1e99', 'x', '31'])
      expect(allowed({ max_execution_time: high })).toEqual({ max_execution_time: '30' });
    expect(allowed({ readonly: '0', max_threads: '8', allow_experimental_json_type: '1' })).toEqual({
      max_execution_time: '30',
    });
  });

  it.each([
    'dialect',
    'profile',
    'additional_table_filters',
    'additional_result_filter',
    'format_schema',
    'output_format_schema',
    'format_template_row',
    'http_response_headers',
    'max_rows_to_read',
    'SQL_tenant',
    'allow_ddl',
    'max_result_rows ',
  ])('refuse %s', (name) => {
    expect(() => allowed({ [name]: '1' })).toThrow(/readonly mode/);
  });
});

describe('wrong passwords', () => {
  it('stop the right one too after five, until the oldest is fifteen minutes old', async () => {
    let now = 1;
    const throttle = createSqlThrottle(() => now);
    for (let failure = 0; failure < 5; failure += 1) {
      throttle.check('a');
      await throttle.failed('a');
    }
    expect(() => throttle.check('a')).toThrow(expect.objectContaining({ status: 429, retryAfter: 900 }));
    throttle.check('b');
    now += 15 * 60_000;
    throttle.check('a');
  });
});

describe('limits of SQL that two processes share', () => {
  it('stop a password after five wrong ones at both together', async () => {
    const shared = createRateLimits().limit('password', sqlPasswordWindow);
    const first = createSqlThrottle(Date.now, shared);
    const other = createSqlThrottle(Date.now, shared);
    for (const throttle of [first, other, first, other, first]) {
      await throttle.checkShared('a');
      throttle.check('a');
      await throttle.failed('a');
    }
    await expect(other.checkShared('a')).rejects.toMatchObject({ status: 429, retryAfter: 900 });
    await other.checkShared('b');
  });

  it('give a team 20 minutes of the engine in an hour at both together', async () => {
    const shared = createRateLimits().limit('time', engineTimeWindow);
    let now = 0;
    const first = createSqlTurns(() => now, shared);
    const other = createSqlTurns(() => now, shared);
    const tenMinutes = async () => {
      now += 10 * 60_000;
    };
    await first.run({ team: 1, user: 'a' }, tenMinutes);
    await other.run({ team: 1, user: 'a' }, tenMinutes);
    await expect(first.run({ team: 1, user: 'a' }, tenMinutes)).rejects.toMatchObject({ code: 201, retryAfter: 3600 });
    await first.run({ team: 2, user: 'b' }, tenMinutes);
  });
});

describe('turns of statements', () => {
  const held = () => {
    const ends: (() => void)[] = [];
    return { task: () => new Promise<void>((end) => ends.push(end)), ends };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are at most two of a user, four of a team and eight in all, teams one after the other', async () => {
    const turns = createSqlTurns(() => 1);
    const { task, ends } = held();
    const runs = [1, 2, 3].flatMap((team) =>
      ['a', 'b', 'c'].flatMap((user) => [1, 2, 3].map(() => turns.run({ team, user: `${team}${user}` }, task))),
    );
    await settled();
    expect(ends).toHaveLength(8);
    for (let ended = 0; ended < runs.length; ended += 1) {
      ends[ended]?.();
      await settled();
      expect(ends.length).toBeLessThanOrEqual(ended + 9);
    }
    await Promise.all(runs);
  });

  it('refuse the seventeenth that waits, and a team that has had its twenty minutes of the hour', async () => {
    let now = 1;
    const turns = createSqlTurns(() => now);
    const { task, ends } = held();
    const runs = Array.from({ length: 18 }, () => turns.run({ team: 1, user: 'a' }, task));
    await expect(turns.run({ team: 1, user: 'b' }, task).catch((error) => error.code)).resolves.toBe(202);
    now += 20 * 60_000;
    for (let ended = 0; ended < runs.length; ended += 1) {
      ends[ended]?.();
      await settled();
    }
    await Promise.all(runs);
    await expect(turns.run({ team: 1, user: 'a' }, task)).rejects.toMatchObject({ code: 201 });
    now += 3_600_001;
    await turns.run({ team: 1, user: 'a' }, async () => undefined);
  });
});
