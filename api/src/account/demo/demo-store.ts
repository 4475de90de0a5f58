import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const providerSchema = z.object({
  app_store_connect: z
    .object({ issuer_id: z.string(), key_id: z.string(), vendor_number: z.string(), private_key_file: z.string() })
    .optional(),
});

/** What a person would copy from the store's console, as the simulated store wrote it down; `undefined` when it did not. */
export async function readStoreKeys(file: string | undefined) {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { app_store_connect: keys } = providerSchema.parse(JSON.parse(text));
  if (keys === undefined) return undefined;
  const { issuer_id, key_id, vendor_number, private_key_file } = keys;
  return { issuer_id, key_id, vendor_number, private_key: await readFile(private_key_file, 'utf8') };
}
