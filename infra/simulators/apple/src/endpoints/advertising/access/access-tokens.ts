import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { ApiUser, ApiUsers } from './api-users.ts';

const AUDIENCE = 'https://appleid.apple.com';
const LONGEST_SECRET_SECONDS = 15_552_000;
const TOKEN_SECONDS = 3600;

export type TokenResponse =
  | {
      readonly status: 200;
      readonly body: { access_token: string; token_type: 'Bearer'; expires_in: number; scope: string };
    }
  | { readonly status: 400; readonly body: { error: string; error_description?: string } };

/** OAuth 2 client credentials as Apple's identity host gives them. */
export interface AccessTokens {
  /** Answers a token request; `parameters` come from the query or the form. Never throws. */
  request(parameters: ReadonlyMap<string, string>): Promise<TokenResponse>;
  /** Who acts with a token; null when it is invalid, expired, or its user's key was revoked. */
  userOf(token: string): ApiUser | null;
}

/**
 * @param key secret under which tokens are made; tokens are valid for an hour, also over a restart
 * @param faults `revokedClients`: users whose keys are no longer accepted
 */
export function createAccessTokens(
  users: ApiUsers,
  key: Buffer,
  { platform }: { readonly platform: { readonly revokedClients: readonly string[] } },
): AccessTokens {
  const sign = (claim: string) => createHmac('sha256', key).update(`access:${claim}`).digest();
  const activeUser = (clientId: string): ApiUser | null =>
    platform.revokedClients.includes(clientId) ? null : users.find(clientId);
  return {
    async request(parameters) {
      const clientId = parameters.get('client_id') ?? '';
      const refused = refusalOf(parameters) ?? (await secretRefusal(activeUser(clientId), parameters));
      if (refused !== null) return { status: 400, body: refused };
      const claim = `${Math.floor(Date.now() / 1000) + TOKEN_SECONDS} ${clientId}`;
      const token = `${Buffer.from(claim).toString('base64url')}.${sign(claim).toString('base64url')}`;
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: 'searchadsorg' },
      };
    },
    userOf(token) {
      const [encoded = '', signature = ''] = token.split('.');
      const claim = Buffer.from(encoded, 'base64url').toString('utf8');
      const actual = Buffer.from(signature, 'base64url');
      const expected = sign(claim);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      const [expiry = '', clientId = ''] = claim.split(' ');
      return Number(expiry) * 1000 > Date.now() ? activeUser(clientId) : null;
    },
  };
}

function refusalOf(parameters: ReadonlyMap<string, string>): { error: string } | null {
  const missing = ['grant_type', 'client_id', 'client_secret'].some((name) => (parameters.get(name) ?? '') === '');
  if (missing) return { error: 'invalid_request' };
  if (parameters.get('grant_type') !== 'client_credentials') return { error: 'unsupported_grant_type' };
  return parameters.get('scope') === 'searchadsorg' ? null : { error: 'invalid_scope' };
}

async function secretRefusal(
  user: ApiUser | null,
  parameters: ReadonlyMap<string, string>,
): Promise<{ error: string; error_description?: string } | null> {
  const invalid = (description: string) => ({ error: 'invalid_client', error_description: description });
  if (user === null) return invalid('unknown client');
  const secret = parameters.get('client_secret') ?? '';
  try {
    if (decodeProtectedHeader(secret).kid !== user.keyId) return invalid('unknown key');
    const { payload } = await jwtVerify(secret, user.publicKey, {
      algorithms: ['ES256'],
      audience: AUDIENCE,
      issuer: user.teamId,
      subject: user.clientId,
      requiredClaims: ['iat', 'exp'],
    });
    const life = (payload.exp ?? 0) - (payload.iat ?? 0);
    return life > LONGEST_SECRET_SECONDS ? invalid('client secret lives longer than 180 days') : null;
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'client secret not readable');
  }
}
