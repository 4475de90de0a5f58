import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SecureClientSessionOptions } from 'node:http2';

/** Where a log is that can be spoken to directly. Times in milliseconds. */
export interface LogAddress {
  /** Of the one node; of a cluster, of the node that is asked first. */
  readonly authority: string;
  /** Nodes of a cluster that say who leads it; empty for one node. */
  readonly seeds: readonly string[];
  readonly tls: SecureClientSessionOptions;
  readonly authorization: string | undefined;
  readonly connectionName: string;
  /** Between two pings; below 0 there are none. */
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
  /** Longest time an append may take. */
  readonly defaultDeadline: number;
}

/** Hosts, as the client library reads them: perhaps a name and a password, perhaps options. */
const form =
  /^esdb(\+discover)?:\/\/(?:([^:@/]+):([^@/]+)@)?((?:[^:@/,?[\]]+(?::\d+)?)(?:,[^:@/,?[\]]+(?::\d+)?)*)\/*(?:\?(.*))?$/;

const defaults = { keepaliveinterval: 10_000, keepalivetimeout: 10_000, defaultdeadline: 10_000 };

/** Options that say nothing about nodes that are spoken to directly. */
const withoutMeaning = new Set([
  'tlsverifycert',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'throwonappendfailure',
]);
const files = new Set(['tlscafile', 'usercertfile', 'userkeyfile']);
const texts = new Set(['tls', 'connectionname']);

/**
 * Reads a connection string of the client library.
 * @returns `undefined` for one that only the library understands: a node other than the leader, an option that is not known here, or
 * one that is wrong, which the library refuses in its own words.
 */
export function readConnectionString(text: string): LogAddress | undefined {
  const [, discover, user, password, hosts, query = ''] = form.exec(text.trim()) ?? [];
  if (hosts === undefined) return undefined;
  const options = readOptions(query);
  if (options === undefined) return undefined;
  const plain = options.get('tls') === 'false';
  const number = (name: keyof typeof defaults): number => Number(options.get(name) ?? defaults[name]);
  const credentials = `${decodeURIComponent(user ?? '')}:${decodeURIComponent(password ?? '')}`;
  const scheme = plain ? 'http' : 'https';
  const nodes = hosts.split(',').map((host) => `${scheme}://${host.includes(':') ? host : `${host}:2113`}`);
  const [authority = ''] = nodes;
  return {
    authority,
    // Of several hosts to discover from, the library asks the first.
    seeds: discover !== undefined ? [authority] : nodes.length > 1 ? nodes : [],
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
  for (const pair of query.split('&').filter((part) => part !== '')) {
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
  if (name === 'nodepreference') return value.toLowerCase() === 'leader';
  return withoutMeaning.has(name) || files.has(name) || texts.has(name);
}

function tlsOptions(options: Map<string, string>): SecureClientSessionOptions {
  const read = (name: string) => {
    const file = options.get(name);
    return file === undefined ? undefined : readFileSync(file);
  };
  const ca = read('tlscafile');
  const cert = read('usercertfile');
  const key = read('userkeyfile');
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}
