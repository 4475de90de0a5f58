import { type ClickHouseClient, createLogger, type EventLog } from '@tapwise/adapters';
import { expect, it } from 'vitest';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import type { BigReports } from '../queries/big-reports/big-reports.ts';
import type { PastTablesSource } from './past-tables.ts';
import { createPastViews } from './past-views.ts';

const at = new Date('2026-11-26T09:00:00Z');

/** Views over tables that can be made, and a log that cannot be read. */
function viewsWithoutLog() {
  const signals: AbortSignal[] = [];
  const open: PastTablesSource['open'] = async (_at, { signal }) => {
    signals.push(signal);
    return {
      tables: {} as ClickHouseClient,
      bigReports: {} as BigReports,
      position: 1n,
      ended: new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      close: async () => undefined,
    };
  };
  const pastTables: PastTablesSource = {
    open,
    openOwn: () => Promise.reject(new Error('Views share tables')),
    exist: async () => false,
    followBusy: async () => undefined,
  };
  const deps = { pastTables, log: {} as EventLog, logger: createLogger('spec', 'silent') };
  return { signals, views: createPastViews({ deps } as unknown as SettingsContext) };
}

it('give tables back that cannot be used, and have them made again when asked to', async () => {
  const { signals, views } = viewsWithoutLog();
  expect((await views.viewOf(at)).state).toBe('absent');
  expect((await views.prepare(at)).state).toBe('preparing');
  await expect.poll(async () => (await views.viewOf(at)).state).toBe('failed');
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await views.prepare(at)).state).toBe('preparing');
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
