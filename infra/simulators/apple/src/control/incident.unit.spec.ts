import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStateFolder } from '../base/state/state-folder.ts';
import { noFaults } from './faults.ts';
import { playIncident } from './incident.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-incident-'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it('refuses reports of an account for a while, some time after the past is delivered, and once in the life of a market', () => {
  const faults = noFaults();
  let isDone = false;
  const begin = () => {
    const site = { folder: openStateFolder(folder), faults, isHistoryDone: () => isDone };
    return playIncident(site, 7, { afterMs: 5000, lastsMs: 3000 });
  };
  begin();
  vi.advanceTimersByTime(60_000);
  expect(faults.refusedReports).toEqual([]);
  isDone = true;
  vi.advanceTimersByTime(5500);
  expect(faults.refusedReports).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(faults.refusedReports).toEqual([7]);
  vi.advanceTimersByTime(3000);
  expect(faults.refusedReports).toEqual([]);
  begin();
  vi.advanceTimersByTime(60_000);
  expect(faults.refusedReports).toEqual([]);
});
