import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person copies from the store's console. */
export interface StoreKeys {
  readonly issuerId: string;
  readonly keyId: string;
  readonly vendorNumber: string;
  /** The .p8 file. */
  readonly key: Buffer;
}

interface ProviderFile {
  app_store_connect: { issuer_id: string; key_id: string; vendor_number: string; private_key_file: string };
}

/** The keys that the simulated store of the product under test takes; it writes them down when it starts. */
export function storeKeys(): StoreKeys {
  const file = join(process.env.E2E_DATA_DIR ?? '.data', 'simulator', 'provider.json');
  const { app_store_connect: keys } = JSON.parse(readFileSync(file, 'utf8')) as ProviderFile;
  const { issuer_id: issuerId, key_id: keyId, vendor_number: vendorNumber, private_key_file } = keys;
  return { issuerId, keyId, vendorNumber, key: readFileSync(private_key_file) };
}
