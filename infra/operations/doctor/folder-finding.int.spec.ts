import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderFinding } from './folder-finding.ts';

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
