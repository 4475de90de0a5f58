import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { z } from 'zod';
import { createSigningChain, type SigningChain } from '../../signing/certificates.ts';
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

/** The team key of App Store Connect, as its page for keys would show it once. */
export interface ConnectKey {
  readonly issuerId: string;
  /** Ten characters; also part of the key file's name. */
  readonly keyId: string;
  readonly vendorNumber: string;
  readonly privateKeyPem: string;
  readonly publicKey: KeyObject;
}

/** Everything that makes this simulator itself over restarts: keys, certificates, ids. */
export interface Identity {
  readonly provider: Provider;
  readonly connectKey: ConnectKey;
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
  connect: z.object({ issuerId: z.string(), keyId: z.string(), vendorNumber: z.string(), key: z.string() }),
});

/** Folders made before the simulator had App Store Connect lack its key. */
const earlierIdentity = storedIdentity.partial({ connect: true });

type StoredIdentity = z.infer<typeof storedIdentity>;

/** Reads the identity of the folder, or makes one and keeps it there. */
export async function loadIdentity(folder: StateFolder): Promise<Identity> {
  const stored = folder.read('identity.json', earlierIdentity);
  if (stored?.connect !== undefined) return revive({ ...stored, connect: stored.connect });
  const made = { ...(stored ?? (await createIdentity())), connect: createConnectKey() };
  folder.write('identity.json', made, { secret: true });
  return revive(made);
}

function createConnectKey(): StoredIdentity['connect'] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = Array.from(randomBytes(10), (byte) => KEY_ID_LETTERS[byte % KEY_ID_LETTERS.length]).join('');
  return { issuerId: randomUUID(), keyId, vendorNumber: '88000001', key: pemOf(privateKey) };
}

const KEY_ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

async function createIdentity(): Promise<Omit<StoredIdentity, 'connect'>> {
  const chain = await createSigningChain();
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
    connectKey: {
      issuerId: stored.connect.issuerId,
      keyId: stored.connect.keyId,
      vendorNumber: stored.connect.vendorNumber,
      privateKeyPem: stored.connect.key,
      publicKey: createPublicKey(stored.connect.key),
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
