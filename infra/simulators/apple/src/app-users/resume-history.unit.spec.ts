import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.ts';
import { type RecordingProduct, startRecordingProduct } from '../testing/recording-product.ts';

const DAY_MS = 86_400_000;
const startAt = Date.parse('2026-11-20T20:00:00Z');

const folders: string[] = [];
const products: RecordingProduct[] = [];
let simulator: Simulator;

afterEach(async () => {
  await simulator.stop();
  for (const product of products.splice(0)) await product.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  folders.push(folder);
  return folder;
}

async function newProduct(): Promise<RecordingProduct> {
  const product = await startRecordingProduct();
  products.push(product);
  return product;
}

/** Posts slowly enough that a stop falls into the middle of the past, where it should. */
async function start(dataDir: string, product: RecordingProduct, historyRate: number): Promise<void> {
  const addresses = { apiUrl: product.url, ingestUrl: product.url };
  const world = { scale: 0.1, historyMonths: 1, movement: 'off', historyRate } as const;
  simulator = await startSimulator({ ...world, startAt, dataDir, product: addresses });
  product.askAt(`${simulator.url}/api/v1/`);
}

const complete = () =>
  vi.waitFor(
    async () => {
      const status = await (await fetch(`${simulator.url}/truth/status`)).json();
      expect(status).toMatchObject({ history_done: true, backlog: 0 });
    },
    { timeout: 120_000, interval: 100 },
  );

const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

describe('a restart in the middle of the past', () => {
  it('posts every install that one run would have posted, and no whole day twice', async () => {
    const whole = await newProduct();
    await start(newFolder(), whole, 5_000);
    await complete();
    await simulator.stop();

    const folder = newFolder();
    const before = await newProduct();
    await start(folder, before, 600);
    await vi.waitFor(() => expect(before.installs.size).toBeGreaterThan(whole.installs.size / 3), { timeout: 60_000 });
    await simulator.stop();
    expect(before.installs.size).toBeLessThan(whole.installs.size);

    const after = await newProduct();
    await start(folder, after, 5_000);
    await complete();

    const both = new Set([...before.installs.keys(), ...after.installs.keys()]);
    expect([...both].sort()).toEqual([...whole.installs.keys()].sort());
    const events = (product: RecordingProduct) => product.notifications.map((each) => each.notificationUUID);
    expect([...new Set([...events(before), ...events(after)])].sort()).toEqual([...new Set(events(whole))].sort());
    // The newest day was complete long before the stop, so none of its people may come again.
    const newest = dayOf(Math.max(...before.launches));
    expect(after.launches.filter((launch) => dayOf(launch) === newest - 1)).toEqual([]);
  }, 240_000);
});
