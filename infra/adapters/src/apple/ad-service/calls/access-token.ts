import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { readBounded } from '../../../http/read-bounded.ts';
import { errorFromFault, errorFromStatus } from '../errors.ts';

/** An API user, as its page in the ad service shows it, with its private key: PEM, P-256, in either of its two forms. */
export type SearchAdsCredentials = {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
} & (
  | { readonly privateKeyFile: string }
  | { readonly privateKey: string }
  | {
      /** Called when a token is asked for, and not kept. */
      readonly readPrivateKey: () => Promise<string>;
      /** Tells keys apart that are given under the same names. */
      readonly privateKeyId: string;
    }
);

/** Access tokens, one at a time, asked for only when the last one is about to end. */
export interface AccessTokens {
  get(signal: AbortSignal): Promise<string>;
  /** Called when the service did not accept the token after all. */
  forget(token: string): void;
}

const audience = 'https://appleid.apple.com';
const scope = 'searchadsorg';
/** A token is replaced this long before it ends, so that none ends on the way. */
const marginMs = 60_000;
const maxResponseBytes = 64 * 1024;

/** API users whose tokens are kept. */
const mostUsers = 1000;

export interface AccessTokenOptions {
  /** Full address of the token endpoint. */
  readonly tokenUrl: string;
  readonly credentials: SearchAdsCredentials;
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
}

const tokenWire = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const tokenFailureWire = z.object({ error: z.string(), error_description: z.string().nullish() });

/** The access tokens of all API users, by client and key. */
export function createTokenStore(
  options: Omit<AccessTokenOptions, 'credentials'>,
): (credentials: SearchAdsCredentials) => AccessTokens {
  const stores = new LRUCache<string, AccessTokens>({ max: mostUsers });
  return (credentials) => {
    const privateKeyId = 'readPrivateKey' in credentials ? credentials.privateKeyId : '';
    const key = `${credentials.clientId} ${credentials.keyId} ${privateKeyId}`;
    const tokens = stores.get(key) ?? createAccessTokens({ ...options, credentials });
    stores.set(key, tokens);
    return tokens;
  };
}

/** Callers that need a token at the same time share one request. */
function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  let current: { token: string; until: number } | undefined;
  let coming: Promise<string> | undefined;
  const fetchToken = async (): Promise<string> => {
    const requestedAt = Date.now();
    const { access_token, expires_in } = await requestToken(options);
    current = { token: access_token, until: requestedAt + expires_in * 1000 - marginMs };
    return access_token;
  };
  return {
    get: async (signal) => {
      if (current !== undefined && Date.now() < current.until) return current.token;
      coming ??= fetchToken().finally(() => {
        coming = undefined;
      });
      signal.throwIfAborted();
      return coming;
    },
    forget: (token) => {
      if (current?.token === token) current = undefined;
    },
  };
}

async function requestToken(options: AccessTokenOptions) {
  const operation = 'The token endpoint';
  try {
    const key = createPrivateKey(await privateKeyOf(options.credentials));
    const { statusCode, headers, body } = await request(options.tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: options.credentials.clientId,
        client_secret: await clientSecret(options.credentials, key),
        scope,
      }).toString(),
      dispatcher: options.dispatcher,
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    const text = (await readBounded(body, maxResponseBytes)).toString('utf8');
    if (statusCode === 200) return tokenWire.parse(JSON.parse(text));
    throw errorFromStatus(operation, statusCode, {
      retryAfter: headers['retry-after'],
      problems: tokenProblems(text),
      ofAccess: true,
      ...(statusCode === 400 ? { reason: 'credentials' as const } : {}),
    });
  } catch (error) {
    throw errorFromFault(operation, error, true);
  }
}

async function privateKeyOf(credentials: SearchAdsCredentials): Promise<string> {
  if ('privateKey' in credentials) return credentials.privateKey;
  return 'readPrivateKey' in credentials
    ? await credentials.readPrivateKey()
    : await readFile(credentials.privateKeyFile, 'utf8');
}

/** The client secret is a statement signed with the API user's key; an hour is plenty for one use. */
function clientSecret(credentials: SearchAdsCredentials, key: KeyObject): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: credentials.keyId })
    .setSubject(credentials.clientId)
    .setIssuer(credentials.teamId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

function tokenProblems(text: string) {
  try {
    const { error, error_description } = tokenFailureWire.parse(JSON.parse(text));
    return [{ code: error, message: error_description ?? error, field: '' }];
  } catch {
    return [];
  }
}
