import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

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

/** Opens the vault in a directory of key files, each wrapped by the master key. */
export async function openKeyVault(directory: string, masterKey: Buffer): Promise<KeyVault> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const cache = new LRUCache<string, Buffer>({ max: mostRemembered, ttl: rememberedMs });
  const keyOf = async (subject: string, create: boolean): Promise<Buffer | undefined> => {
    const cached = cache.get(subject);
    if (cached) return cached;
    const file = join(directory, `${subjectFileName(subject)}.key`);
    const key =
      (await readKey(file, masterKey, subject)) ?? (create ? await createKey(file, masterKey, subject) : undefined);
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
      await rm(join(directory, `${subjectFileName(subject)}.key`), { force: true });
    },
  };
}

const subjectFileName = (subject: string): string => {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(subject)) throw new Error('A subject is 1 to 80 letters, digits, - or _');
  return subject;
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

async function readKey(file: string, masterKey: Buffer, subject: string): Promise<Buffer | undefined> {
  const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return sealed && unseal(masterKey, sealed, subject);
}

/** The key must be on disk before anything encrypted with it can be acknowledged, hence both syncs. */
async function createKey(file: string, masterKey: Buffer, subject: string): Promise<Buffer> {
  const key = randomBytes(32);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(seal(masterKey, key, subject));
  await handle.sync();
  await handle.close();
  // Two processes may meet a new subject at once; the first name given stays.
  const first = await link(draft, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  await rm(draft, { force: true });
  if (!first) return (await readKey(file, masterKey, subject)) ?? key;
  const directory = await open(join(file, '..'), 'r');
  await directory.sync();
  await directory.close();
  return key;
}
