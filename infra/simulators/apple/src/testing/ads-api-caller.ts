import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Simulator } from '../simulator.ts';

/** An answer of the ads API as a caller sees it. */
export interface AdsApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data: unknown;
    readonly pagination: { totalResults: number; startIndex: number; itemsPerPage: number } | null;
    readonly error: { errors: readonly { messageCode: string; message: string; field: string }[] } | null;
  };
}

/** A client secret as the provider would sign it; `claims` replace the right ones. */
export function clientSecret(
  simulator: Simulator,
  claims: { audience?: string; life?: string; kid?: string; subject?: string } = {},
): Promise<string> {
  const { provider } = simulator;
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: claims.kid ?? provider.keyId })
    .setSubject(claims.subject ?? provider.clientId)
    .setIssuer(provider.teamId)
    .setAudience(claims.audience ?? 'https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime(claims.life ?? '1h')
    .sign(createPrivateKey(provider.privateKeyPem));
}

/** Asks for a token with the parameters of a right request, each replaceable. */
export async function requestToken(
  simulator: Simulator,
  changed: Record<string, string> = {},
  asQuery = false,
): Promise<Response> {
  const parameters = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: simulator.provider.clientId,
    client_secret: changed.client_secret ?? (await clientSecret(simulator)),
    scope: 'searchadsorg',
    ...changed,
  });
  const url = `${simulator.url}/auth/oauth2/token`;
  return asQuery ? fetch(`${url}?${parameters}`, { method: 'POST' }) : fetch(url, { method: 'POST', body: parameters });
}

/** Calls the ads API with a valid token: GET without a body and POST with one, unless the method is given. */
export async function createCaller(
  simulator: Simulator,
): Promise<(path: string, orgId?: number, body?: unknown, method?: string) => Promise<AdsApiResponse>> {
  const { access_token: token } = (await (await requestToken(simulator)).json()) as { access_token: string };
  return async (path, orgId, body, method) => {
    const response = await fetch(`${simulator.url}/api/v5${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(orgId === undefined ? {} : { 'x-ap-context': `orgId=${orgId}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as AdsApiResponse['body'],
    };
  };
}
