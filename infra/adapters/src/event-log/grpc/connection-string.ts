import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SecureClientSessionOptions } from 'node:http2';

/** Where a log is that can be spoken to directly. Times in milliseconds. */
export interface LogAddress {
  readonly authority: string;
  readonly tls: SecureClientSessionOptions;
  readonly authorization: string | undefined;
  readonly connectionName: string;
  /** Between two pings; below 0 there are none. */
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
  /** Longest time an append may take. */
  readonly defaultDeadline: number;
}

/** One host, as the client library reads it: perhaps a name and a password, perhaps options. */
const singleHost = /^esdb:\/\/(?:([^:@/]+):([^@/]+)@)?([^:@/,?[\]]+)(?::(\d+))?\/*(?:\?(.*))?$/;

const defaults = { keepaliveinterval: 10_000, keepalivetimeout: 10_000, defaultdeadline: 10_000 };

/** Options that say nothing about one host that is spoken to directly. */
const withoutMeaning = new Set([
  'tlsverifycert',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'nodepreference',
  'throwonappendfailure',
]);
const files = new Set(['tlscafile', 'usercertfile', 'userkeyfile']);
const texts = new Set(['tls', 'connectionname']);

/**
 * Reads a connection string of the client library.
 * @returns `undefined` for one that only the library understands: a cluster, discovery, an option that is not known here, or one
 * that is wrong, which the library refuses in its own words.
 */
export function readConnectionString(text: string): LogAddress | undefined {
  const [, user, password, host, port = '2113', query = ''] = singleHost.exec(text.trim()) ?? [];
  if (host === undefined) return undefined;
  const options = readOptions(query);
  if (options === undefined) return undefined;
  const plain = options.get('tls') === 'false';
  const number = (name: keyof typeof defaults): number => Number(options.get(name) ?? defaults[name]);
  const credentials = `${decodeURIComponent(user ?? '')}:${decodeURIComponent(password ?? '')}`;
  return {
    authority: `${plain ? 'http' : 'https'}://${host}:${port}`,
    tls: plain ? {} : tlsOptions(options),
    // Credentials are never sent in the clear, as with the library.
    authorization:
      plain || user === undefined ? undefined : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
    connectionName: options.get('connectionname') ?? randomUUID(),
    keepAliveInterval: number('keepaliveinterval'),
    keepAliveTimeout: number('keepalivetimeout'),
    defaultDeadline: number('defaultdeadline'),
  };
}

/** Names without regard to case and dashes, values decoded; `undefined` when one is not known here or not of its form. */
function readOptions(query: string): Map<string, string> | undefined {
  const options = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [, rawName, rawValue] = /^([^=]+)=([^&?]+)$/.exec(pair) ?? [];
    if (rawName === undefined || rawValue === undefined) return undefined;
    const name = rawName.trim().toLowerCase().replace(/[_-]/g, '');
    const value = decodeURIComponent(rawValue.trim());
    if (!isOption(name, value)) return undefined;
    options.set(name, value);
  }
  return options.has('usercertfile') === options.has('userkeyfile') ? options : undefined;
}

function isOption(name: string, value: string): boolean {
  if (name === 'tls') return value === 'true' || value === 'false';
  if (name in defaults) return /^-?\d+$/.test(value) && (name !== 'defaultdeadline' || Number(value) > 0);
  return withoutMeaning.has(name) || files.has(name) || texts.has(name);
}

function tlsOptions(options: Map<string, string>): SecureClientSessionOptions {
  const read = (name: string) => {
    const file = options.get(name);
    return file === undefined ? undefined : readFileSync(file);
  };
  const [ca, cert, key] = [read('tlscafile'), read('usercertfile'), read('userkeyfile')];
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}
