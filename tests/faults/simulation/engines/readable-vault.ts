import type { KeyVault } from '@tapwise/adapters';
import type { Network } from '../time/network.ts';

/** Addresses and secrets of the simulation are written in the form of encrypted ones, and readable. @param subject Whose they are. */
export const encoded = (text: string, subject = 'simulation'): string => cipherOf(subject, Buffer.from(text));

const cipherOf = (subject: string, bytes: Buffer): string => `v1.${subject}.${bytes.toString('base64url')}`;
const subjectOf = (cipher: string): string => cipher.split('.')[1] ?? '';
const bytesOf = (cipher: string): Buffer => Buffer.from(cipher.split('.')[2] ?? '', 'base64url');

/** The keys outside the log: which of them were destroyed. */
export class Keys {
  readonly destroyed = new Set<string>();
}

/** The vault as a program on one machine reaches it. A subject whose key was destroyed gets another one when something is encrypted for it. */
export function openReadableVault(keys: Keys, network: Network): KeyVault {
  const fault = (): Error => new Error('the files did not answer');
  const encryptBytes = async (subject: string, plain: Buffer): Promise<string> => {
    keys.destroyed.delete(subject);
    return cipherOf(subject, plain);
  };
  const decryptBytes = async (cipher: string): Promise<Buffer | undefined> =>
    keys.destroyed.has(subjectOf(cipher)) ? undefined : bytesOf(cipher);
  return {
    encrypt: (subject, plain) => encryptBytes(subject, Buffer.from(plain)),
    decrypt: async (cipher) => (await decryptBytes(cipher))?.toString(),
    encryptBytes,
    decryptBytes,
    keyedHash: (purpose, value) => `${purpose} ${value}`,
    erase: (subject) => network.call('files', () => void keys.destroyed.add(subject), { fault, mayRepeat: true }),
  };
}

/** A vault of which no key is destroyed. */
export const readableVault: KeyVault = {
  encrypt: async (subject, plain) => cipherOf(subject, Buffer.from(plain)),
  decrypt: async (cipher) => bytesOf(cipher).toString(),
  encryptBytes: async (subject, plain) => cipherOf(subject, plain),
  decryptBytes: async (cipher) => bytesOf(cipher),
  keyedHash: (purpose, value) => `${purpose} ${value}`,
  erase: async () => undefined,
};
