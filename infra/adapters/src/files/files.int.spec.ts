import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketKeys, type StandInS3, startStandInS3 } from '../../../../tests/support/stand-ins/stand-in-s3.ts';
import { openExportFiles } from '../personal-data/export-files.ts';
import { openKeyVault } from '../secrets/key-vault.ts';
import { copyFilesToBucket } from './copy-files.ts';
import { openFiles } from './file-settings.ts';
import type { Files } from './files.ts';

let folder: string;
let s3: StandInS3;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-files-'));
  s3 = await startStandInS3();
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await s3.stop();
  };
});

const bucketVariables = (overrides: { FILES_URL?: string; AWS_SECRET_ACCESS_KEY?: string } = {}) => ({
  DATA_DIR: folder,
  FILES_URL: `s3://${bucketKeys.bucket}/tapwise/a`,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_REGION: bucketKeys.region,
  AWS_ACCESS_KEY_ID: bucketKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
  ...overrides,
});
const open = {
  'a folder': () => openFiles({ DATA_DIR: join(folder, 'data') }),
  'a bucket': () => openFiles(bucketVariables()),
};
const bytes = (text: string): Buffer => Buffer.from(text);

describe.each(['a folder', 'a bucket'] as const)('files in %s', (kind) => {
  let files: Files;
  beforeEach(async () => {
    files = await open[kind]();
  });

  it('are read as they were written, bytes of any value, by another process as well', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(await files.read('keys/account-1.key')).toBeUndefined();
    expect(await files.writeIfAbsent('keys/account-1.key', content)).toBe(true);
    expect(await files.read('keys/account-1.key')).toEqual(content);
    expect(await (await open[kind]()).read('keys/account-1.key')).toEqual(content);
    await files.writeIfAbsent('empty', bytes(''));
    expect(await files.read('empty')).toEqual(bytes(''));
  });

  it('are written once by the first of several writers at once', async () => {
    const writers = await Promise.all(Array.from({ length: 8 }, () => open[kind]()));
    const isFirst = await Promise.all(writers.map((writer, index) => writer.writeIfAbsent('a', bytes(`${index}`))));
    expect(isFirst.filter((first) => first)).toHaveLength(1);
    expect(await files.read('a')).toEqual(bytes(String(isFirst.indexOf(true))));
    expect(await files.writeIfAbsent('a', bytes('later'))).toBe(false);
  });

  it('are replaced whole, and made when there is none', async () => {
    await files.replace('exports/b', bytes('first'));
    await Promise.all(['x', 'y'].map((letter) => files.replace('exports/b', bytes(letter.repeat(100_000)))));
    const content = String(await files.read('exports/b'));
    expect(['x'.repeat(100_000), 'y'.repeat(100_000)]).toContain(content);
  });

  it('are deleted, twice without harm, and can be written again', async () => {
    await files.writeIfAbsent('keys/c.key', bytes('old'));
    await files.delete('keys/c.key');
    await files.delete('keys/c.key');
    await files.delete('other/c.key');
    expect(await files.read('keys/c.key')).toBeUndefined();
    expect(await files.writeIfAbsent('keys/c.key', bytes('new'))).toBe(true);
    expect(await files.read('keys/c.key')).toEqual(bytes('new'));
  });

  it('are listed by the folder they are in, however many', async () => {
    expect(await files.list('')).toEqual([]);
    const names = Array.from({ length: 2 * s3.pageSize + 1 }, (_, index) => `keys/k-${index}.key`);
    for (const name of [...names, 'keysake', 'master.key', 'keys/deeper/k.key']) await files.replace(name, bytes('1'));
    expect(await files.list('keys/')).toEqual(['keys/deeper/k.key', ...names]);
    expect(await files.list('')).toEqual(['keys/deeper/k.key', ...names, 'keysake', 'master.key']);
    expect(await files.list('none/')).toEqual([]);
  });

  it.each(['../a', '/a', 'a/../b', '', 'a//b', 'a b', 'ä', '.a'])('have no such name: "%s"', async (name) => {
    await expect((async () => files.read(name))()).rejects.toThrow('named');
    await expect((async () => files.delete(name))()).rejects.toThrow('named');
  });

  it('hold keys whose deletion makes what they encrypted unreadable, and copies that go with them', async () => {
    const vault = openKeyVault(files, Buffer.alloc(32, 1));
    const copies = openExportFiles(files, vault);
    const id = '9b2f6a2e-0000-4000-8000-000000000001';
    await copies.write(7, id, bytes('all of it'));
    expect(await copies.read(id)).toEqual(bytes('all of it'));
    expect(await files.list('')).toEqual([`exports/${id}`, 'keys/account-7.key']);
    await vault.erase('account-7');
    expect(await copies.read(id)).toBeUndefined();
  });
});

describe('a folder of files', () => {
  it('is for this user alone, and lists no draft that a crash left behind', async () => {
    const files = await open['a folder']();
    await files.writeIfAbsent('keys/a.key', bytes('1'));
    writeFileSync(join(folder, 'data', 'keys', 'a.key.draft-0a1b2c'), '');
    mkdirSync(join(folder, 'data', 'snapshots'));
    expect(statSync(join(folder, 'data', 'keys')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'data', 'keys', 'a.key')).mode & 0o777).toBe(0o600);
    expect(await files.list('')).toEqual(['keys/a.key']);
    await files.delete('keys/a.key');
    expect(readdirSync(join(folder, 'data', 'keys'))).toEqual(['a.key.draft-0a1b2c']);
  });
});

describe('a bucket of files', () => {
  it('has them under its prefix and nothing on this machine', async () => {
    await (await open['a bucket']()).writeIfAbsent('keys/a.key', bytes('1'));
    expect(s3.objects.get('tapwise/a/keys/a.key')).toEqual(bytes('1'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['Enabled', 'Suspended'] as const)(
    'is refused when its versions are "%s": erased keys would survive',
    async (versioning) => {
      s3.behave({ versioning });
      await expect(open['a bucket']()).rejects.toThrow('keeps old versions');
    },
  );

  it('may be of a service without versions', async () => {
    s3.behave({ versioning: 'not implemented' });
    expect(await (await open['a bucket']()).read('a')).toBeUndefined();
  });

  it('is refused when it overwrites what is there: two processes would encrypt with two keys', async () => {
    s3.behave({ ignoresConditions: true });
    await expect(open['a bucket']()).rejects.toThrow('overwrites');
  });

  it('is refused with a wrong secret, without a word of it', async () => {
    const opening = openFiles(bucketVariables({ AWS_SECRET_ACCESS_KEY: 'another-secret' }));
    await expect(opening).rejects.toThrow(/403 SignatureDoesNotMatch$/);
  });

  it('asks again when the service is busy or another writer was under way', async () => {
    const files = await open['a bucket']();
    s3.behave({ unavailable: 2, conflicts: 2 });
    expect(await files.writeIfAbsent('a', bytes('1'))).toBe(true);
    s3.behave({ unavailable: 100 });
    await expect(files.read('a')).rejects.toThrow('503 SlowDown');
  });

  it('that is gone is a fault, no file that is missing: what is encrypted would seem to be erased', async () => {
    const files = await open['a bucket']();
    s3.behave({ missing: true });
    await expect(files.read('a')).rejects.toThrow('404 NoSuchBucket');
    await expect(files.list('')).rejects.toThrow('404 NoSuchBucket');
  });
});

describe('a folder that is copied to a bucket', () => {
  it('has its keys, its master key and its copies there, and what the bucket has already stays', async () => {
    const here = await openFiles({ DATA_DIR: folder });
    const names = ['exports/b', 'keys/a.key', 'keys/b.key', 'master.key'];
    for (const name of names) await here.replace(name, bytes(name));
    await here.replace('run/status.json', bytes('{}'));
    expect(await copyFilesToBucket(bucketVariables())).toMatchObject({ equal: [], different: [] });
    const bucket = await open['a bucket']();
    expect(await bucket.list('')).toEqual(names);
    expect(await Promise.all(names.map(bucket.read))).toEqual(names.map(bytes));
    await here.replace('keys/c.key', bytes('c'));
    await here.replace('keys/a.key', bytes('other'));
    const again = await copyFilesToBucket(bucketVariables());
    expect(again).toMatchObject({ copied: ['keys/c.key'], different: ['keys/a.key'] });
    expect(again.equal).toHaveLength(3);
    expect(await bucket.read('keys/a.key')).toEqual(bytes('keys/a.key'));
  });

  it('needs a bucket', async () => {
    await expect(copyFilesToBucket({ DATA_DIR: folder })).rejects.toThrow('FILES_URL');
  });
});
