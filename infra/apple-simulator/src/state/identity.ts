import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { z } from 'zod';
import { createSigningChain, type SigningChain } from '../signing/certificates.ts';
import type { StateFolder } from './state-folder.ts';

/** The API user under which the product acts, as it would be shown once in Apple's account settings. */
export interface Provider {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS#8 PEM, P-256. A real Apple never sees it; the simulator made it so that a demo needs no set-up. */
  readonly privateKeyPem: string;
  readonly publicKey: KeyObject;
}

/** Everything that makes this simulator itself over restarts: keys, certificates, ids. */
export interface Identity {
  readonly provider: Provider;
  readonly chain: SigningChain;
  /** Key of the access tokens, so that tokens outlive a restart. */
  readonly tokenKey: Buffer;
}

const storedIdentity = z.object({
  clientId: z.string(),
  keyId: z.string(),
  providerKey: z.string(),
  leaf: z.string(),
  intermediate: z.string(),
  root: z.string(),
  leafKey: z.string(),
  tokenKey: z.string(),
});

type StoredIdentity = z.infer<typeof storedIdentity>;

/** Reads the identity of the folder, or makes one and keeps it there. */
export function loadIdentity(folder: StateFolder): Identity {
  const stored = folder.read('identity.json', storedIdentity);
  if (stored !== null) return revive(stored);
  const made = createIdentity();
  folder.write('identity.json', made, { secret: true });
  return revive(made);
}

function createIdentity(): StoredIdentity {
  const chain = createSigningChain();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clientId: `SEARCHADS.${randomUUID()}`,
    keyId: randomUUID(),
    providerKey: pemOf(privateKey),
    leaf: chain.leaf.toString('base64'),
    intermediate: chain.intermediate.toString('base64'),
    root: chain.root.toString('base64'),
    leafKey: pemOf(chain.leafKey),
    tokenKey: randomBytes(32).toString('base64'),
  };
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function revive(stored: StoredIdentity): Identity {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return {
    provider: {
      clientId: stored.clientId,
      teamId: stored.clientId,
      keyId: stored.keyId,
      privateKeyPem: stored.providerKey,
      publicKey: createPublicKey(stored.providerKey),
    },
    chain: {
      leaf: bytes(stored.leaf),
      intermediate: bytes(stored.intermediate),
      root: bytes(stored.root),
      leafKey: createPrivateKey(stored.leafKey),
    },
    tokenKey: bytes(stored.tokenKey),
  };
}
