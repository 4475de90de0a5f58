import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMachine } from './environment.ts';
import { requireTemporal } from './require-temporal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'require-temporal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the Temporal server of specs', () => {
  const required = (overrides: Record<string, string>) =>
    requireTemporal(readMachine({ PATH: join(folder, 'bin'), XDG_CACHE_HOME: join(folder, 'cache'), ...overrides }));

  it('is missing with the reason the run of the tests found', async () => {
    await expect(required({ TEMPORAL_FAILURE: 'cannot be had on this machine: no network' })).rejects.toThrow(
      "Temporal's dev server cannot be had on this machine: no network",
    );
  });

  it('is missing with what obtains it where nothing has tried', async () => {
    await expect(required({})).rejects.toThrow(/is not on this machine; npm test and npm run test:int obtain it/);
  });
});
