import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ClickHouseError } from '../engine/clickhouse-error.ts';

/** A user of this node. */
export interface User {
  readonly name: string;
  readonly password: string;
}

/**
 * Finds out who asks. The engine knows one user only, so the check is made here, in constant time, before a byte of
 * the body is used.
 *
 * @param others users of whom only the SHA-256 of the password is known, in hexadecimal digits
 * @returns the user's name
 * @throws ClickHouseError 516 for mixed ways, an unknown scheme, a wrong name or password
 */
export function authenticate(
  headers: IncomingHttpHeaders,
  address: URLSearchParams,
  users: readonly User[],
  others?: { passwordHash(user: string): string | undefined },
): string {
  const { name, password } = readCredentials(headers, address);
  let matched = sameText(digestOf(password), others?.passwordHash(name) ?? '');
  for (const user of users) {
    const sameName = sameText(user.name, name);
    const samePassword = sameText(user.password, password);
    matched = (sameName && samePassword) || matched;
  }
  if (!matched) {
    const reason = 'Authentication failed: password is incorrect, or there is no user with such name';
    throw failed(`${name}: ${reason}`);
  }
  return name;
}

function readCredentials(headers: IncomingHttpHeaders, address: URLSearchParams): User {
  const ownUser = text(headers['x-clickhouse-user']);
  const ownKey = text(headers['x-clickhouse-key']);
  const byHeaders = ownUser !== undefined || ownKey !== undefined;
  const authorization = headers.authorization;
  const byAddress = address.has('user') || address.has('password');
  if (byHeaders && authorization !== undefined) throw mixed('X-ClickHouse HTTP headers and Authorization HTTP header');
  if (byHeaders && byAddress) throw mixed('X-ClickHouse HTTP headers and authentication via parameters');
  if (authorization !== undefined && byAddress)
    throw mixed('Authorization HTTP header and authentication via parameters');
  let user: User;
  if (authorization !== undefined) user = readBasic(authorization);
  else if (byHeaders) user = { name: ownUser ?? 'default', password: ownKey ?? '' };
  else user = { name: address.get('user') ?? 'default', password: address.get('password') ?? '' };
  if (user.name === '') throw failed('Invalid authentication: the user name is empty');
  return user;
}

function readBasic(authorization: string): User {
  const match = /^Basic +([A-Za-z0-9+/=_-]*)$/i.exec(authorization);
  if (match === null) throw failed("Invalid authentication: only 'Basic' HTTP Authorization scheme is supported");
  const pair = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? { name: pair, password: '' } : { name: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

const digestOf = (password: string): string => createHash('sha256').update(password).digest('hex');

/** Compares digests, which have one length whatever the texts have. */
function sameText(a: string, b: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function mixed(ways: string): ClickHouseError {
  return failed(`Invalid authentication: it is not allowed to use ${ways} simultaneously`);
}

function failed(message: string): ClickHouseError {
  return new ClickHouseError(516, 'AUTHENTICATION_FAILED', message);
}

function text(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  // Node reads headers byte by byte; clients send UTF-8.
  return first === undefined ? undefined : Buffer.from(first, 'latin1').toString('utf8');
}
