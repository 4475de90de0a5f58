import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Files } from '../files/files.ts';

/** Encrypts what the log must not hold in the clear. Each subject has a key of its own outside the log; deleting it erases. */
export interface KeyVault {
  /** Ciphertext `v1.<subject>.<base64url>`. Makes the subject's key when it has none yet. */
  encrypt(subject: string, plain: string): Promise<string>;
  /** Plain text, or `undefined` when the subject's key has been deleted. */
  decrypt(cipher: string): Promise<string | undefined>;
  /** The same for bytes. */
  encryptBytes(subject: string, plain: Buffer): Promise<string>;
  /** Bytes, or `undefined` when the subject's key has been deleted. @throws Error when the ciphertext was changed. */
  decryptBytes(cipher: string): Promise<Buffer | undefined>;
  /** Keyed hash for look-ups by value (e-mail addresses, tokens): equal inputs, equal hashes, no way back without the key. */
  keyedHash(purpose: string, value: string): string;
  /** Deletes the subject's key: everything encrypted for it is unreadable from then on. */
  erase(subject: string): Promise<void>;
}

/** A key that another process deleted is forgotten after this long. */
const rememberedMs = 30_000;
const mostRemembered = 50_000;

/** The vault in the files `keys/<subject>.key`, each wrapped by the master key. */
export function openKeyVault(files: Files, masterKey: Buffer): KeyVault {
  const cache = new LRUCache<string, Buffer>({ max: mostRemembered, ttl: rememberedMs });
  const keyOf = async (subject: string, create: boolean): Promise<Buffer | undefined> => {
    const cached = cache.get(subject);
    if (cached) return cached;
    const wrapped = { files, masterKey, subject };
    const key = (await readKey(wrapped)) ?? (create ? await createKey(wrapped) : undefined);
    if (key) cache.set(subject, key);
    return key;
  };
  const encryptBytes = async (subject: string, plain: Buffer): Promise<string> => {
    const key = await keyOf(subject, true);
    if (!key) throw new Error(`No key for ${subject}`);
    return `v1.${subject}.${seal(key, plain, subject).toString('base64url')}`;
  };
  const decryptBytes = async (cipher: string): Promise<Buffer | undefined> => {
    const [, subject = '', body = ''] = cipher.split('.');
    const key = await keyOf(subject, false);
    return key && unseal(key, Buffer.from(body, 'base64url'), subject);
  };
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (subject, plain) => encryptBytes(subject, Buffer.from(plain, 'utf8')),
    decrypt: async (cipher) => (await decryptBytes(cipher))?.toString('utf8'),
    keyedHash: (purpose, value) => createHmac('sha256', masterKey).update(`${purpose}\0${value}`).digest('hex'),
    erase: async (subject) => {
      cache.delete(subject);
      await files.delete(keyFile(subject));
    },
  };
}

const keyFile = (subject: string): string => {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(subject)) throw new Error('A subject is 1 to 80 letters, digits, - or _');
  return `keys/${subject}.key`;
};

function seal(key: Buffer, plain: Buffer, subject: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(subject));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, sealed: Buffer, subject: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(subject));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

interface WrappedKey {
  readonly files: Files;
  readonly masterKey: Buffer;
  readonly subject: string;
}

async function readKey({ files, masterKey, subject }: WrappedKey): Promise<Buffer | undefined> {
  const sealed = await files.read(keyFile(subject));
  return sealed && unseal(masterKey, sealed, subject);
}

/** Two processes may meet a new subject at once; the key that was written first stays. */
async function createKey(wrapped: WrappedKey): Promise<Buffer> {
  const { files, masterKey, subject } = wrapped;
  const key = randomBytes(32);
  const isFirst = await files.writeIfAbsent(keyFile(subject), seal(masterKey, key, subject));
  return isFirst ? key : ((await readKey(wrapped)) ?? createKey(wrapped));
}
