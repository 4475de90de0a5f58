import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createRateLimits, type RateLimits } from '@tapwise/adapters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallLimit, openCallLimits } from './call-limits.ts';

let folder: string;
let clock: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-limits-'));
  clock = Date.parse('2026-11-24T10:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'kept', 'limits.json');
const open = (at: string | undefined = file(), sharedLimits?: RateLimits) =>
  openCallLimits({
    file: at,
    vault: {
      keyedHash: (purpose, text) => Buffer.from(`${purpose}|${text}`).toString('hex').split('').reverse().join(''),
    },
    now: () => clock,
    logger: createLogger('test', 'silent'),
    sharedLimits,
  });
const outcomes = async (limit: CallLimit, count: number, address = '192.0.2.1') => {
  const results: string[] = [];
  for (let call = 0; call < count; call += 1) {
    results.push(
      await limit(address).then(
        () => 'ok',
        ({ code, details }: { code: string; details: { retry_after: number } }) =>
          `${code} ${Math.ceil(details.retry_after)}`,
      ),
    );
  }
  return results;
};

describe('accounts opened by one address', () => {
  it('are sixty at once and then one each ten seconds, for each address by itself', async () => {
    const limit = (await open()).refilled('sign-up', 60, 10);
    expect(new Set(await outcomes(limit, 60))).toEqual(new Set(['ok']));
    expect(await outcomes(limit, 1)).toEqual(['too_many_requests 10']);
    expect(await outcomes(limit, 1, '192.0.2.2')).toEqual(['ok']);
    clock += 10_000;
    expect(await outcomes(limit, 2)).toEqual(['ok', 'too_many_requests 10']);
    clock += 600_000;
    expect(new Set(await outcomes(limit, 60))).toEqual(new Set(['ok']));
  });
});

describe('calls of one address', () => {
  it('are counted for a time from the first of them, for each call by itself', async () => {
    const limits = await open();
    const links = limits.windowed('links', 3, 60);
    const resets = limits.windowed('resets', 1, 3600);
    expect(await outcomes(links, 4)).toEqual(['ok', 'ok', 'ok', 'too_many_requests 60']);
    expect(await outcomes(resets, 2)).toEqual(['ok', 'too_many_requests 3600']);
    clock += 60_000;
    expect(await outcomes(links, 1)).toEqual(['ok']);
  });

  it('are known to the next process, under hashed names, until they do not count any more', async () => {
    const first = await open();
    await outcomes(first.windowed('resets', 2, 3600), 2);
    await outcomes(first.refilled('sign-up', 2, 10), 2);
    await first.close();
    expect(readFileSync(file(), 'utf8')).not.toContain('192.0.2.1');
    clock += 5000;
    const second = await open();
    expect(await outcomes(second.windowed('resets', 2, 3600), 1)).toEqual(['too_many_requests 3595']);
    expect(await outcomes(second.refilled('sign-up', 2, 10), 1)).toEqual(['too_many_requests 5']);
    clock += 3_600_000;
    expect(await outcomes((await open()).windowed('resets', 2, 3600), 1)).toEqual(['ok']);
  });

  it('go on when what was kept cannot be read, and without a file', async () => {
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(await outcomes((await open(join(folder, 'broken.json'))).windowed('links', 1, 60), 1)).toEqual(['ok']);
    const forgetful = await openCallLimits({
      file: undefined,
      vault: { keyedHash: (_purpose: string, text: string) => text },
      now: () => clock,
      logger: createLogger('test', 'silent'),
    });
    await outcomes(forgetful.windowed('links', 1, 60), 1);
    await forgetful.close();
    expect(existsSync(file())).toBe(false);
  });
});

describe('calls of one address that two processes answer', () => {
  it('are counted together where both have one store', async () => {
    const limit = createRateLimits().limit('shared', { most: 3, seconds: 60 });
    const store: RateLimits = { limit: () => limit, close: () => undefined };
    const first = (await open(join(folder, 'one.json'), store)).windowed('links', 3, 60);
    const other = (await open(join(folder, 'other.json'), store)).windowed('links', 3, 60);
    expect(await outcomes(first, 2)).toEqual(['ok', 'ok']);
    expect(await outcomes(other, 2)).toEqual(['ok', 'too_many_requests 60']);
    expect(await outcomes(first, 1)).toEqual(['too_many_requests 60']);
  });
});
