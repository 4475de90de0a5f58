import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tapwise/adapters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCallLimits } from './call-limits.ts';

let folder: string;
let clock: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-limits-'));
  clock = Date.parse('2026-11-24T10:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'kept', 'limits.json');
const open = (at: string | undefined = file()) =>
  openCallLimits({
    file: at,
    vault: {
      keyedHash: (purpose, text) => Buffer.from(`${purpose}|${text}`).toString('hex').split('').reverse().join(''),
    },
    now: () => clock,
    logger: createLogger('test', 'silent'),
  });
const outcomes = (limit: (address: string) => void, count: number, address = '192.0.2.1') =>
  Array.from({ length: count }, () => {
    try {
      limit(address);
      return 'ok';
    } catch (error) {
      const { code, details } = error as { code: string; details: { retry_after: number } };
      return `${code} ${details.retry_after}`;
    }
  });

describe('accounts opened by one address', () => {
  it('are sixty at once and then one each ten seconds, for each address by itself', async () => {
    const limit = (await open()).refilled('sign-up', 60, 10);
    expect(new Set(outcomes(limit, 60))).toEqual(new Set(['ok']));
    expect(outcomes(limit, 1)).toEqual(['too_many_requests 10']);
    expect(outcomes(limit, 1, '192.0.2.2')).toEqual(['ok']);
    clock += 10_000;
    expect(outcomes(limit, 2)).toEqual(['ok', 'too_many_requests 10']);
    clock += 600_000;
    expect(new Set(outcomes(limit, 60))).toEqual(new Set(['ok']));
  });
});

describe('calls of one address', () => {
  it('are counted for a time from the first of them, for each call by itself', async () => {
    const limits = await open();
    const links = limits.windowed('links', 3, 60);
    const resets = limits.windowed('resets', 1, 3600);
    expect(outcomes(links, 4)).toEqual(['ok', 'ok', 'ok', 'too_many_requests 60']);
    expect(outcomes(resets, 2)).toEqual(['ok', 'too_many_requests 3600']);
    clock += 60_000;
    expect(outcomes(links, 1)).toEqual(['ok']);
  });

  it('are known to the next process, under hashed names, until they do not count any more', async () => {
    const first = await open();
    outcomes(first.windowed('resets', 2, 3600), 2);
    outcomes(first.refilled('sign-up', 2, 10), 2);
    await first.close();
    expect(readFileSync(file(), 'utf8')).not.toContain('192.0.2.1');
    clock += 5000;
    const second = await open();
    expect(outcomes(second.windowed('resets', 2, 3600), 1)).toEqual(['too_many_requests 3595']);
    expect(outcomes(second.refilled('sign-up', 2, 10), 1)).toEqual(['too_many_requests 5']);
    clock += 3_600_000;
    expect(outcomes((await open()).windowed('resets', 2, 3600), 1)).toEqual(['ok']);
  });

  it('go on when what was kept cannot be read, and without a file', async () => {
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(outcomes((await open(join(folder, 'broken.json'))).windowed('links', 1, 60), 1)).toEqual(['ok']);
    const forgetful = await openCallLimits({
      file: undefined,
      vault: { keyedHash: (_purpose: string, text: string) => text },
      now: () => clock,
      logger: createLogger('test', 'silent'),
    });
    outcomes(forgetful.windowed('links', 1, 60), 1);
    await forgetful.close();
    expect(existsSync(file())).toBe(false);
  });
});
