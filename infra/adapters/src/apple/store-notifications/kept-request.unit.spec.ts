import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileFolder } from '../../files/file-folder.ts';
import { type KeyVault, openKeyVault } from '../../secrets/key-vault.ts';
import { AlteredRequestError, keepRequest, openRequest } from './kept-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-kept-'));
let vault: KeyVault;

beforeAll(async () => {
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 3));
});
afterAll(() => rmSync(folder, { recursive: true }));

const headers = { 'content-type': 'application/json; charset=utf-8', authorization: 'secret', 'user-agent': 'store/1' };
const keep = (bytes: Buffer, notification_id = 'n-1', application_id = 7) =>
  keepRequest(vault, { application_id, notification_id, bytes, headers, received_at: '2026-11-22T12:00:00.000Z' });

describe('a kept request', () => {
  it.each([
    ['odd white space', Buffer.from('{ \t"a" :\r\n 1  }\n\n')],
    ['a byte order mark', Buffer.from('\uFEFF{"a":1}')],
    ['a key twice', Buffer.from('{"a":1,"a":2}')],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
    ['256 kB', Buffer.alloc(256 * 1024, 'x')],
  ])('gives back %s byte for byte, and holds none of it in the clear', async (_what, bytes) => {
    const kept = await keep(bytes);
    expect((await openRequest(vault, kept))?.equals(bytes)).toBe(true);
    expect(JSON.stringify(kept)).not.toContain(bytes.toString('base64url').slice(0, 12));
    expect(kept.headers).toEqual({ 'content-type': headers['content-type'], 'user-agent': 'store/1' });
    // The log takes 1 MB in one append.
    expect(JSON.stringify(kept).length).toBeLessThan(500_000);
  });

  it('of which one byte was changed is not opened', async () => {
    const kept = await keep(Buffer.from('{"a":1}'));
    const [version, subject, cipher = ''] = kept.body.split('.');
    const changed = Buffer.from(cipher, 'base64url');
    for (let index = 0; index < changed.length; index += 1) {
      const bytes = Buffer.from(changed);
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      const body = `${version}.${subject}.${bytes.toString('base64url')}`;
      await expect(openRequest(vault, { ...kept, body })).rejects.toThrow(AlteredRequestError);
    }
  });

  it('is not opened with the body of another one, though that was encrypted with the same key', async () => {
    const kept = await keep(Buffer.from('{"a":1}'));
    const other = await keep(Buffer.from('{"a":2}'), 'n-2');
    await expect(openRequest(vault, { ...kept, body: other.body })).rejects.toThrow(AlteredRequestError);
    await expect(openRequest(vault, { ...other, notification_id: 'n-1' })).rejects.toThrow(AlteredRequestError);
    await expect(openRequest(vault, { ...kept, headers: {} })).rejects.toThrow(AlteredRequestError);
    await expect(openRequest(vault, { ...kept, digest: '' })).rejects.toThrow(AlteredRequestError);
  });

  it.each(['none', 'deflate-raw', 'brotli'] as const)('is opened that was packed by %s', async (packing) => {
    const bytes = Buffer.from('{"signedPayload":"a.b.c"}');
    const packed = { none: bytes, 'deflate-raw': deflateRawSync(bytes), brotli: brotliCompressSync(bytes) }[packing];
    const body = await vault.encryptBytes('application-7', packed);
    expect((await openRequest(vault, { ...(await keep(bytes)), packing, body }))?.equals(bytes)).toBe(true);
  });

  it("is gone with the application's key", async () => {
    const kept = await keep(Buffer.from('{"a":1}'), 'n-1', 8);
    await vault.erase('application-8');
    expect(await openRequest(vault, kept)).toBeUndefined();
  });
});
