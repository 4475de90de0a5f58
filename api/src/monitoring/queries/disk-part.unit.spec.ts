import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskPart } from './disk-part.ts';

it('the disk of the data folder is a part only where it is nearly full', async () => {
  expect(await diskPart(undefined)).toEqual({});
  expect(await diskPart('/no/such/folder')).toEqual({});
  expect(await diskPart(tmpdir())).toEqual({});
});

it.skipIf(!existsSync('/proc/self'))('the disk says how much is left', async () => {
  // A file system of which nothing is free.
  expect(await diskPart('/proc')).toEqual({
    disk: { status: 'degraded', detail: 'The disk of the data folder is nearly full: 0 MB left' },
  });
});
