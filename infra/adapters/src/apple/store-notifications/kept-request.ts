import { createHash, timingSafeEqual } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, inflateRawSync, constants as zlib } from 'node:zlib';
import type { DomainEventOf } from '@tapwise/domain';
import type { KeyVault } from '../../secrets/key-vault.ts';

type KeptRequest = DomainEventOf<'StoreRequestReceived'>['data'];

/** Version of the code that maps notifications to our units. Raise it with every change, then run the re-mapping. */
export const storeMappingVersion = 2;

/** Headers that say how the bytes are to be read, and who made them. */
const keptHeaders = ['content-type', 'content-encoding', 'user-agent'] as const;
const longestHeader = 256;

/** Signatures and certificates hardly shrink: more effort than the least takes time and saves nothing. */
const packer = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };

/** What a packed body may unpack to; above the limit of what is received. */
const mostBytes = 1024 * 1024;

/** Bytes that do not fit what was written beside them when they were received. */
export class AlteredRequestError extends Error {
  override readonly name = 'AlteredRequestError';
}

/** What to record of a request: its bytes as they came, encrypted under the application's key. */
export async function keepRequest(
  vault: KeyVault,
  request: Pick<KeptRequest, 'application_id' | 'notification_id' | 'received_at'> & {
    readonly bytes: Buffer;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  },
): Promise<KeptRequest> {
  const { application_id, notification_id, received_at, bytes } = request;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value.slice(0, longestHeader)]] : [];
    }),
  );
  // Signed texts repeat their certificates: packed they are little more than half as long.
  const body = await vault.encryptBytes(`application-${application_id}`, brotliCompressSync(bytes, packer));
  const kept = { application_id, notification_id, headers, received_at, packing: 'brotli' as const };
  return { ...kept, body, digest: digestOf(vault, kept, bytes) };
}

/**
 * The bytes of a request as they came.
 * @returns `undefined` when the application's key has been deleted.
 * @throws AlteredRequestError when the ciphertext, or anything kept beside it, is not what was recorded.
 */
export async function openRequest(vault: KeyVault, kept: KeptRequest): Promise<Buffer | undefined> {
  const altered = (cause?: unknown) =>
    new AlteredRequestError(`The kept request ${kept.notification_id} was changed`, { cause });
  const packed = await vault.decryptBytes(kept.body).catch((cause: unknown) => {
    throw altered(cause);
  });
  if (packed === undefined) return undefined;
  const bytes = unpacked(kept.packing, packed);
  const [expected, actual] = [kept.digest, digestOf(vault, kept, bytes)].map((text) => Buffer.from(text, 'utf8'));
  if (expected?.length !== actual?.length || !timingSafeEqual(expected ?? Buffer.of(0), actual ?? Buffer.of(1)))
    throw altered();
  return bytes;
}

/** @throws Error for bytes that were not packed so. */
function unpacked(packing: KeptRequest['packing'], packed: Buffer): Buffer {
  if (packing === 'none') return packed;
  const unpack = packing === 'brotli' ? brotliDecompressSync : inflateRawSync;
  return unpack(packed, { maxOutputLength: mostBytes });
}

/** Keyed, so that after an erasure nothing about the bytes can be guessed from it. */
function digestOf(vault: KeyVault, kept: Omit<KeptRequest, 'body' | 'digest'>, bytes: Buffer): string {
  const { application_id, notification_id, headers, received_at } = kept;
  const named = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(bytes).digest('hex');
  return vault.keyedHash(
    'store-request',
    JSON.stringify([application_id, notification_id, received_at, named, digest]),
  );
}
