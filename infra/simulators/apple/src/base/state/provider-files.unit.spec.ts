import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../simulator.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface ProviderFile {
  readonly client_id: string;
  readonly app_store_connect: {
    readonly issuer_id: string;
    readonly key_id: string;
    readonly private_key_file: string;
    readonly vendor_number: string;
  };
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const start = async () => {
  const simulator = await startSimulator({ dataDir: folder, scale: 0.05 });
  await simulator.stop();
  return simulator;
};

describe('files for the product', () => {
  it('name the key of App Store Connect and hold its private half, for the owner alone', async () => {
    const simulator = await start();
    const { app_store_connect: connect } = readJson('provider.json') as ProviderFile;
    expect(connect.private_key_file).toBe(join(folder, `AuthKey_${connect.key_id}.p8`));
    expect(connect.key_id).toMatch(/^[A-Z2-9]{10}$/);
    expect(connect.vendor_number).toMatch(/^\d{8}$/);
    const key = createPublicKey(readFileSync(connect.private_key_file, 'utf8'));
    expect(key.equals(simulator.connectKey.publicKey)).toBe(true);
    expect(statSync(connect.private_key_file).mode & 0o077).toBe(0);
  });

  it('stay the same over a restart', async () => {
    await start();
    const first = readJson('provider.json');
    await start();
    expect(readJson('provider.json')).toEqual(first);
  });

  it('gain the key in a folder made before there was one, and keep the rest', async () => {
    await start();
    const { client_id: client } = readJson('provider.json') as ProviderFile;
    const { connect: _removed, ...earlier } = readJson('identity.json') as Record<string, unknown>;
    writeFileSync(join(folder, 'identity.json'), JSON.stringify(earlier));
    await start();
    const later = readJson('provider.json') as ProviderFile;
    expect(later.client_id).toBe(client);
    await start();
    expect(readJson('provider.json')).toEqual(later);
  });
});
