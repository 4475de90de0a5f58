import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileFolder } from '../files/file-folder.ts';
import { openKeyVault } from './key-vault.ts';
import { loadMasterKey } from './master-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const master = Buffer.alloc(32, 1);

describe('the key vault', () => {
  it('gives back what it took, also to another process with the same keys', async () => {
    const cipher = await openKeyVault(openFileFolder(folder), master).encrypt('account-1', 'ann@example.com');
    expect(cipher).not.toContain('ann');
    expect(await openKeyVault(openFileFolder(folder), master).decrypt(cipher)).toBe('ann@example.com');
  });

  it('never makes the same ciphertext twice, but the same hash always', async () => {
    const vault = openKeyVault(openFileFolder(folder), master);
    expect(await vault.encrypt('account-1', 'x')).not.toBe(await vault.encrypt('account-1', 'x'));
    expect(vault.keyedHash('email', 'x')).toBe(vault.keyedHash('email', 'x'));
    expect(vault.keyedHash('email', 'x')).not.toBe(vault.keyedHash('token', 'x'));
  });

  it('agrees on one key when two processes meet a subject at once', async () => {
    const vaults = await Promise.all(Array.from({ length: 5 }, () => openKeyVault(openFileFolder(folder), master)));
    const ciphers = await Promise.all(vaults.map((vault, index) => vault.encrypt('account-2', `text ${index}`)));
    const reader = openKeyVault(openFileFolder(folder), master);
    expect(await Promise.all(ciphers.map((cipher) => reader.decrypt(cipher)))).toEqual(
      ciphers.map((_, i) => `text ${i}`),
    );
  });

  it('cannot read an erased subject any more, and no key of it is left', async () => {
    const vault = openKeyVault(openFileFolder(folder), master);
    const cipher = await vault.encrypt('account-3', 'secret');
    await vault.erase('account-3');
    expect(await vault.decrypt(cipher)).toBeUndefined();
    expect(readdirSync(join(folder, 'keys'))).toEqual([]);
  });

  it('refuses ciphertext that was changed or moved to another subject', async () => {
    const vault = openKeyVault(openFileFolder(folder), master);
    const cipher = await vault.encrypt('account-4', 'secret');
    await vault.encrypt('account-5', 'other');
    await expect(vault.decrypt(cipher.replace('account-4', 'account-5'))).rejects.toThrow();
    await expect(vault.decrypt(`${cipher.slice(0, -4)}AAAA`)).rejects.toThrow();
  });

  it('keeps its keys wrapped by the master key', async () => {
    await openKeyVault(openFileFolder(folder), master).encrypt('account-6', 'secret');
    const stranger = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 2));
    await expect(stranger.encrypt('account-6', 'x')).rejects.toThrow();
    expect(readFileSync(join(folder, 'keys', 'account-6.key'))).toHaveLength(60);
  });

  it('refuses subjects that could leave the folder', async () => {
    const vault = openKeyVault(openFileFolder(folder), master);
    await expect(vault.encrypt('../evil', 'x')).rejects.toThrow('subject');
  });
});

describe('the master key', () => {
  it('is made once, whichever caller comes first', async () => {
    const files = openFileFolder(join(folder, 'sub'));
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey(files, 'master.key')));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(readdirSync(join(folder, 'sub'))).toEqual(['master.key']);
  });

  it('is refused when it is something else', async () => {
    writeFileSync(join(folder, 'master.key'), 'short');
    await expect(loadMasterKey(openFileFolder(folder), 'master.key')).rejects.toThrow('master.key');
  });
});
