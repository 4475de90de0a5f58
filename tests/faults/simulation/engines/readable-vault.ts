import type { KeyVault } from '@tapwise/adapters';

/** Addresses and secrets of the simulation are written in the form of encrypted ones, and readable. */
export const encoded = (text: string): string => cipherOf('simulation', Buffer.from(text));

const cipherOf = (subject: string, bytes: Buffer): string => `v1.${subject}.${bytes.toString('base64url')}`;
const bytesOf = (cipher: string): Buffer => Buffer.from(cipher.split('.')[2] ?? '', 'base64url');

export const readableVault: KeyVault = {
  encrypt: async (subject, plain) => cipherOf(subject, Buffer.from(plain)),
  decrypt: async (cipher) => bytesOf(cipher).toString(),
  encryptBytes: async (subject, plain) => cipherOf(subject, plain),
  decryptBytes: async (cipher) => bytesOf(cipher),
  keyedHash: (purpose, value) => `${purpose} ${value}`,
  erase: async () => undefined,
};
