import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { HOUR_MS } from '../../base/calendar/calendar-days.ts';
import type { ConnectKey } from '../../base/state/identity.ts';
import { ConnectError, forbidden } from './connect-error.ts';

const AUDIENCE = 'appstoreconnect-v1';
const LONGEST_LIFE_SECONDS = 20 * 60;
const CALLS_PER_HOUR = 3_600;

/**
 * Checks the signed token of a call as Apple does: ES256, key id, issuer, audience, and a life of at most 20 minutes
 * by the machine's clock.
 *
 * @param call method and path, as a token's `scope` would name them
 * @throws ConnectError 401 for a token that is missing, expired or not of the key; 403 for one of a person's own key
 *   (`sub` instead of `iss`), which may not read sales, and for a scope that leaves the call out
 */
export async function checkToken(key: ConnectKey, authorization: string | undefined, call: string): Promise<void> {
  const [scheme, token = ''] = (authorization ?? '').split(' ');
  const payload = scheme === 'Bearer' ? await verified(key, token) : null;
  if (payload === null) throw notAuthorized();
  if (payload.iss === undefined && payload.sub === 'user') throw forbidden();
  if (payload.iss !== key.issuerId) throw notAuthorized();
  const { scope } = payload;
  if (Array.isArray(scope) && !scope.some((entry) => String(entry).split('?')[0] === call)) throw forbidden();
}

/** The token's claims; null when it is not a valid one of the key. */
async function verified(key: ConnectKey, token: string): Promise<JWTPayload | null> {
  try {
    if (decodeProtectedHeader(token).kid !== key.keyId) return null;
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['ES256'],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
    });
    const issuedAt = payload.iat ?? Date.now() / 1000;
    return (payload.exp ?? 0) - issuedAt > LONGEST_LIFE_SECONDS ? null : payload;
  } catch {
    return null;
  }
}

const notAuthorized = (): ConnectError =>
  new ConnectError(
    401,
    'NOT_AUTHORIZED',
    'Authentication credentials are missing or invalid.',
    'Provide a properly configured and signed bearer token, and make sure that it has not expired.',
  );

/** Counts calls over the last hour. */
export class HourlyLimit {
  private calls: number[] = [];

  /** Counts a call; the value of the rate header. @throws ConnectError 429 beyond 3,600 calls in an hour */
  count(now: number): string {
    this.calls = this.calls.filter((call) => call > now - HOUR_MS);
    if (this.calls.length >= CALLS_PER_HOUR) throw tooManyCalls();
    this.calls.push(now);
    return `user-hour-lim:${CALLS_PER_HOUR};user-hour-rem:${CALLS_PER_HOUR - this.calls.length};`;
  }
}

export const tooManyCalls = (): ConnectError =>
  new ConnectError(
    429,
    'RATE_LIMIT_EXCEEDED',
    'The request rate limit has been reached.',
    "We've received too many requests for this API. Please wait and try again or slow down your request rate.",
  );
