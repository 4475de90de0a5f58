import { createPrivateKey } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import type { Simulator } from '../simulator.ts';

/** What may differ from a right token of App Store Connect. */
export interface TokenChanges {
  readonly kid?: string;
  readonly issuer?: string | null;
  readonly subject?: string;
  readonly audience?: string;
  /** Seconds from now. */
  readonly life?: number;
  readonly scope?: readonly string[];
  readonly privateKeyPem?: string;
}

/** A token as the key's owner would sign it. */
export function connectToken({ connectKey }: Simulator, changes: TokenChanges = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT(changes.scope === undefined ? {} : { scope: changes.scope })
    .setProtectedHeader({ alg: 'ES256', kid: changes.kid ?? connectKey.keyId, typ: 'JWT' })
    .setAudience(changes.audience ?? 'appstoreconnect-v1')
    .setIssuedAt(Math.min(now, now + (changes.life ?? 0)))
    .setExpirationTime(now + (changes.life ?? 1_200));
  if (changes.issuer !== null) token.setIssuer(changes.issuer ?? connectKey.issuerId);
  if (changes.subject !== undefined) token.setSubject(changes.subject);
  return token.sign(createPrivateKey(changes.privateKeyPem ?? connectKey.privateKeyPem));
}

/** Calls a path with a token; a right one unless given. */
export async function connectCall(
  simulator: Simulator,
  path: string,
  options: { token?: string | null; accept?: string } = {},
): Promise<Response> {
  const token = options.token === undefined ? await connectToken(simulator) : options.token;
  return fetch(`${simulator.url}${path}`, {
    headers: {
      accept: options.accept ?? 'application/a-gzip',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  });
}

/** Path of a report of one day; `changes` replace filters. */
export function salesPath(simulator: Simulator, reportDate: string, changes: Record<string, string> = {}): string {
  const filters = {
    frequency: 'DAILY',
    reportType: 'SALES',
    reportSubType: 'SUMMARY',
    vendorNumber: simulator.connectKey.vendorNumber,
    version: '1_0',
    reportDate,
    ...changes,
  };
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]): [string, string] => [`filter[${name}]`, value]),
  );
  return `/v1/salesReports?${query}`;
}

export type TsvRow = Readonly<Record<string, string>>;

/** The rows of a file by header name. @throws when the file cannot be inflated */
export async function rowsOf(response: Response): Promise<readonly TsvRow[]> {
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8');
  const [header = '', ...lines] = text.slice(0, -1).split('\n');
  const names = header.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, index) => [names[index] ?? '', value])));
}
