import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyTokens, type StoreReportsKey } from './key-token.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key: StoreReportsKey = {
  issuer_id: 'issuer',
  key_id: 'KEY',
  vendor_number: '8000',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

it('signs one token for the questions of some minutes, each key its own', async () => {
  let now = 0;
  const tokenOf = createKeyTokens(() => now);
  const first = await tokenOf(key);
  now = 4 * 60_000;
  expect(await tokenOf(key)).toBe(first);
  expect(await tokenOf({ ...key })).not.toBe(first);
  now = 5 * 60_000;
  expect(await tokenOf(key)).not.toBe(first);
});

it('refuses an invalid key without repeating it', async () => {
  const fault = createKeyTokens()({ ...key, private_key: 'secret words' });
  await expect(fault).rejects.toMatchObject({ name: 'StoreReportsError', kind: 'refused' });
  await expect(fault).rejects.not.toThrow('secret');
});
