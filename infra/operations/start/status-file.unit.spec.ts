import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeEngineState } from '../../../workflows/src/engine/engine-file.ts';
import { keepStatusFile, type PartState } from './status-file.ts';

let dataDir: string;
let states: Record<string, PartState>;
let end: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  dataDir = mkdtempSync(join(tmpdir(), 'status-file-'));
  mkdirSync(join(dataDir, 'run'));
  states = { api: { status: 'ok', detail: 'Answers' }, workflows: { status: 'ok', detail: 'Runs' } };
});
afterEach(() => {
  end?.();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const file = (name: string) => join(dataDir, 'run', name);
const says = (text: string) => writeFileSync(file('workflows.json'), text);
const onLoop = { driver: 'loop', detail: 'Pulls run without Temporal' };
const onTemporal = { driver: 'temporal', detail: 'Pulls run on Temporal' };
const keep = () => {
  end = keepStatusFile(dataDir, () => states);
};
/** What the readiness answers find a moment later. */
const parts = (): Record<string, unknown> => {
  vi.advanceTimersByTime(250);
  return (JSON.parse(readFileSync(file('status.json'), 'utf8')) as { parts: Record<string, unknown> }).parts;
};

describe('the status of the parts', () => {
  it('names the driver the workflows wrote down, also when another one takes over', async () => {
    await writeEngineState(dataDir, 'local');
    keep();
    expect(parts()).toEqual({ api: states.api, workflows: { status: 'ok', ...onLoop } });
    await writeEngineState(dataDir, 'temporal');
    expect(parts()).toMatchObject({ workflows: { status: 'ok', ...onTemporal } });
    await writeEngineState(dataDir, 'local');
    expect(parts()).toMatchObject({ workflows: { status: 'ok', ...onLoop } });
  });

  it('does not take the driver from a file of workflows that no longer run, or do not run yet', async () => {
    await writeEngineState(dataDir, 'temporal');
    keep();
    for (const status of ['down', 'starting', 'degraded'] as const) {
      states = { ...states, workflows: { status, detail: 'Restarting' } };
      expect(parts().workflows).toEqual({ status, detail: 'Restarting' });
    }
  });

  it.each([
    ['is not there', undefined],
    ['is cut', '{"driver":"temp'],
    ['names a driver that does not exist', JSON.stringify({ driver: 'cron', detail: 'Pulls run' })],
  ])('names no driver while the file of the workflows %s', async (_what, text) => {
    if (text !== undefined) says(text);
    keep();
    expect(parts()).toEqual(states);
    await writeEngineState(dataDir, 'local');
    expect(parts()).toMatchObject({ workflows: onLoop });
  });

  it('is gone with the product', () => {
    keep();
    parts();
    end?.();
    expect(existsSync(file('status.json'))).toBe(false);
  });
});
