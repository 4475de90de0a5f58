import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOtherUser } from '../../../tests/support/machine/as-other-user.ts';
import { diskFindings, folderFinding } from './folder-finding.ts';
import { keyFindings } from './key-findings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the doctor on the data folder', () => {
  it('finds one well that is there, or that can be made, and makes none', () => {
    expect(folderFinding(folder)).toMatchObject({ ok: true });
    const missing = join(folder, 'not', 'yet');
    expect(folderFinding(missing)).toMatchObject({ what: `${missing} is writable`, ok: true });
    expect(existsSync(join(folder, 'not'))).toBe(false);
  });

  it('names what is in the way of one that cannot be made', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(folderFinding(join(file, 'data'))).toMatchObject({ ok: false, fix: expect.stringContaining(file) });
  });
});

describe('the doctor on the disk of the data folder', () => {
  it.skipIf(!existsSync('/proc/self'))('counts what is free where the data are, not where the command is run', () => {
    // A file system of which nothing is free.
    const [bytes] = diskFindings('/proc/not-yet');
    expect(bytes).toMatchObject({ ok: false, what: expect.stringContaining('3 GB of free disk for /proc/not-yet') });
  });
});

describe('the doctor on the keys', () => {
  const find = (overrides: { MASTER_KEY_FILE?: string; FILES_URL?: string }) =>
    keyFindings({ DATA_DIR: folder, MASTER_KEY_FILE: undefined, FILES_URL: undefined, ...overrides });

  it('finds no fault with a key that is there, or is to be made, or is in a bucket', () => {
    const file = join(folder, 'good.key');
    writeFileSync(file, `${Buffer.alloc(32, 1).toString('base64')}\n`);
    expect(find({})).toMatchObject([{ ok: true, what: expect.stringContaining('made at the first start') }]);
    expect(find({ MASTER_KEY_FILE: file })).toMatchObject([{ ok: true }]);
    expect(find({ FILES_URL: 's3://bucket' })).toEqual([]);
  });

  it('names a key that is none, and one that this user cannot read', () => {
    const file = join(folder, 'bad.key');
    writeFileSync(file, 'short');
    expect(find({ MASTER_KEY_FILE: file })).toMatchObject([{ ok: false, what: expect.stringContaining('32 bytes') }]);
    mkdirSync(join(folder, 'private'));
    const unreadable = join(folder, 'private', 'master.key');
    writeFileSync(unreadable, `${Buffer.alloc(32, 1).toString('base64')}\n`);
    chmodSync(unreadable, 0);
    chmodSync(folder, 0o755);
    const findings = asOtherUser(() => find({ MASTER_KEY_FILE: unreadable }));
    expect(findings).toMatchObject([{ ok: false, what: expect.stringContaining('cannot be read by this user') }]);
  });
});
