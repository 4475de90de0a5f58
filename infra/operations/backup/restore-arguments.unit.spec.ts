import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRestoreArguments } from './restore-arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-restore-'));
const keys = join(folder, 'keys');
mkdirSync(keys);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a restore', () => {
  it('is told where the newest keys are, or that they are there still', () => {
    expect(readRestoreArguments(['old', '--newest-keys', keys])).toEqual({ folder: 'old', newestKeys: keys });
    expect(readRestoreArguments(['old', '--keep-keys'])).toEqual({ folder: 'old', newestKeys: undefined });
  });

  it.each([
    ['nothing is said of the keys', ['old']],
    ['two things are said of them', ['old', '--newest-keys', keys, '--keep-keys']],
    ['there is no backup', ['--keep-keys']],
    ['there are two', ['old', 'older', '--keep-keys']],
  ])('says how it is used, and why, when %s', (_what, args) => {
    expect(() => readRestoreArguments(args)).toThrow(
      'Keys that were destroyed after the backup was made must not come back',
    );
  });

  it.each([folder, join(folder, 'none', 'keys')])('takes no other folder for keys: %s', (other) => {
    expect(() => readRestoreArguments(['old', '--newest-keys', other])).toThrow('is no folder of keys');
  });
});
