import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SimulatorOptions } from '../environment.ts';
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

/** @param overrides A slow rate lets a stop fall into the middle of the past. */
async function start(dataDir: string, product: RecordingProduct, overrides: Partial<SimulatorOptions>): Promise<void> {
  const addresses = { apiUrl: product.url, ingestUrl: product.url };
  const world = { scale: 0.02, historyMonths: 1, movement: 'off', ...overrides } as const;
  simulator = await startSimulator({ ...world, startAt, dataDir, product: addresses });
  product.askAt(`${simulator.url}/api/v1/`);
}

const complete = () =>
  vi.waitFor(
    async () => {
      const status = await (await fetch(`${simulator.url}/truth/status`)).json();
      expect(status).toMatchObject({ history_done: true, backlog: 0 });
    },
    { timeout: 300_000, interval: 100 },
  );

const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

/** A product to which the whole past was posted one by one. */
let whole: RecordingProduct;
beforeAll(async () => {
  whole = await newProduct();
  await start(newFolder(), whole, { historyRate: 5_000 });
  await complete();
  await simulator.stop();
});

describe('a restart in the middle of the past', () => {
  it('posts every install that one run would have posted, and no whole day twice', async () => {
    const folder = newFolder();
    const before = await newProduct();
    await start(folder, before, { historyRate: 150 });
    await expect.poll(() => before.installs.size).toBeGreaterThan(whole.installs.size / 2);
    await simulator.stop();
    expect(before.installs.size).toBeLessThan(whole.installs.size);

    const after = await newProduct();
    await start(folder, after, { historyRate: 5_000 });
    await complete();

    const both = new Set([...before.installs.keys(), ...after.installs.keys()]);
    expect([...both].sort()).toEqual([...whole.installs.keys()].sort());
    const events = (product: RecordingProduct) =>
      product.notifications.map((notification) => notification.notificationUUID);
    expect([...new Set([...events(before), ...events(after)])].sort()).toEqual([...new Set(events(whole))].sort());
    // The newest day was complete long before the stop, so none of its people may come again.
    const newest = dayOf(Math.max(...before.launches));
    expect(after.launches.filter((launch) => dayOf(launch) === newest - 1)).toEqual([]);
  });
});

describe('a past that is imported', () => {
  const importSecret = 'of the operator';
  const facts = ({ installs, notifications, links }: RecordingProduct) => ({
    installs: [...installs].sort(([left], [other]) => left.localeCompare(other)),
    notifications: notifications.map(({ notificationUUID }) => notificationUUID).sort(),
    links: [...links].sort(([left], [other]) => left.localeCompare(other)),
  });

  it('is the past that is posted one by one, in a fraction of the posts, and is said to be complete', async () => {
    expect(whole.imports).toEqual([]);
    const imported = await newProduct();
    await start(newFolder(), imported, { historyRate: 5_000, importSecret });
    await complete();
    expect(facts(imported)).toEqual(facts(whole));
    expect(imported.earlyPurchases).toBe(0);
    expect(new Set(imported.imports.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${importSecret}`]),
    );
    const users = imported.imports.reduce((sum, batch) => sum + batch.users, 0);
    expect(users).toBeGreaterThan(whole.installs.size / 2);
    expect(imported.imports.length).toBeLessThan(users / 2);
    // One for each app, after its last users.
    expect(imported.imports.filter((batch) => batch.complete)).toHaveLength(2);
    const truth = await (await fetch(`${simulator.url}/truth/status`)).json();
    expect(truth).toMatchObject({ posted_installs: whole.installs.size });
  });

  it('is tried again where the product has no room, and nothing of it is lost', async () => {
    const busy = await newProduct();
    busy.failNext(30);
    await start(newFolder(), busy, { importSecret });
    await complete();
    expect(facts(busy)).toEqual(facts(whole));
  });
});
