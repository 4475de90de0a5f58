import type { IncomingHttpHeaders } from 'node:http';
import { SqlError } from '../sql-error.ts';

/** Who asks, as given. */
export interface SqlCredentials {
  readonly user: string;
  readonly password: string;
}

const failed = (message: string): SqlError => new SqlError(516, 'AUTHENTICATION_FAILED', message);

/** The same words for a wrong password, an unknown user and a foreign address. */
export const authenticationFailed = (user: string): SqlError =>
  failed(`${user.slice(0, 100)}: Authentication failed: password is incorrect, or there is no user with such name`);

/** @throws SqlError 516 for two ways at once, another scheme, a certificate, or none. */
export function readCredentials(headers: IncomingHttpHeaders, address: URLSearchParams): SqlCredentials {
  const ownUser = headers['x-clickhouse-user'];
  const ownKey = headers['x-clickhouse-key'];
  const { authorization } = headers;
  const ways = [
    ownUser !== undefined || ownKey !== undefined,
    authorization !== undefined,
    address.has('user') || address.has('password'),
  ];
  if (headers['x-clickhouse-ssl-certificate-auth'] !== undefined)
    throw failed('Invalid authentication: certificates are not used');
  if (ways.filter(Boolean).length > 1) {
    throw failed('Invalid authentication: it is not allowed to use several ways of authentication simultaneously');
  }
  const credentials =
    authorization === undefined
      ? {
          user: text(ownUser) ?? address.get('user') ?? 'default',
          password: text(ownKey) ?? address.get('password') ?? '',
        }
      : readBasic(authorization);
  if (credentials.user === '') throw failed('Invalid authentication: the user name is empty');
  return credentials;
}

function readBasic(authorization: string): SqlCredentials {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]*)$/i.exec(authorization) ?? [];
  if (encoded === undefined)
    throw failed("Invalid authentication: only 'Basic' HTTP Authorization scheme is supported");
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? { user: pair, password: '' } : { user: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** Node reads headers byte by byte; clients send UTF-8. */
function text(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? undefined : Buffer.from(first, 'latin1').toString('utf8');
}
