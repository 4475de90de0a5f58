import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { StoreReportsError } from './errors.ts';

/** A team's key for the store's reports, as its page in App Store Connect shows it. */
export interface StoreReportsKey {
  readonly issuer_id: string;
  readonly key_id: string;
  /** PEM (PKCS#8), P-256. */
  readonly private_key: string;
  readonly vendor_number: string;
}

const audience = 'appstoreconnect-v1';
/** The service takes tokens of up to twenty minutes. */
const tokenLife = '10m';
/** How long a token is used, so that the last question asked with it has minutes left. */
const usedForMs = 5 * 60_000;

/**
 * Tokens of keys; each is made once for the questions of some minutes, because signing costs more than asking. A token is
 * forgotten with the key it was made of.
 * @throws StoreReportsError `refused` when the private key is none.
 */
export function createKeyTokens(now: () => number = Date.now): (key: StoreReportsKey) => Promise<string> {
  const tokens = new WeakMap<StoreReportsKey, { token: Promise<string>; until: number }>();
  return (key) => {
    const cached = tokens.get(key);
    if (cached !== undefined && now() < cached.until) return cached.token;
    const token = signed(key);
    tokens.set(key, { token, until: now() + usedForMs });
    return token;
  };
}

async function signed({ issuer_id, key_id, private_key }: StoreReportsKey): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: key_id, typ: 'JWT' })
    .setIssuer(issuer_id)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(tokenLife)
    .sign(privateKey(private_key));
}

function privateKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The fault's own words could hold parts of the key.
  }
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new StoreReportsError('refused', 'The private key is not a P-256 key in PEM form');
}
