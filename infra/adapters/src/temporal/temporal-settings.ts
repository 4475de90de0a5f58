import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from '@temporalio/client';
import { z } from 'zod';

const text = z.string().min(1).optional();

/** How Temporal is reached, by the names that Temporal's own tools use. Files are PEM. */
export const temporalVariables = {
  TEMPORAL_ADDRESS: text.describe('`host:7233`. Embedded where it is unset.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Namespace of all workflows.'),
  TEMPORAL_TLS: z
    .enum(['true', 'false'])
    .optional()
    .describe('By default on when a path, a server name or a key is set.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text.describe(
    "Authority that signed the server's certificate, where the machine does not trust it anyway.",
  ),
  TEMPORAL_TLS_SERVER_NAME: text.describe("The name that the server's certificate has, where it is not the address's."),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text.describe('Certificate that is shown to the server, with its key.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text.describe('The key of that certificate.'),
  TEMPORAL_API_KEY: text.describe('Key that is sent with each call.'),
  TEMPORAL_API_KEY_FILE: text.describe('File that holds the key instead.'),
};
const variables = z.object(temporalVariables);
export type TemporalVariables = z.infer<typeof variables>;

/** Where Temporal is, and how it is spoken to. */
export interface TemporalAddress {
  /** `host:7233` */
  readonly address: string;
  readonly namespace: string;
  readonly security?: TemporalSecurity;
}

interface TemporalSecurity {
  readonly authorityFile?: string | undefined;
  readonly serverName?: string | undefined;
  readonly clientCertificateFile?: string | undefined;
  readonly clientKeyFile?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

const needTls = [
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_API_KEY',
  'TEMPORAL_API_KEY_FILE',
] as const satisfies (keyof TemporalVariables)[];

/** @returns one sentence for each contradiction of the variables. */
export function temporalFaults(settings: TemporalVariables): string[] {
  const secured = needTls.filter((name) => settings[name] !== undefined);
  const faults: string[] = [];
  if (settings.TEMPORAL_TLS === 'false' && secured.length > 0) {
    faults.push(`TEMPORAL_TLS: not off with ${secured.join(', ')}`);
  }
  if (settings.TEMPORAL_ADDRESS === undefined && (secured.length > 0 || settings.TEMPORAL_TLS === 'true')) {
    faults.push(`${secured[0] ?? 'TEMPORAL_TLS'}: only with TEMPORAL_ADDRESS`);
  }
  if (
    (settings.TEMPORAL_TLS_CLIENT_CERT_PATH === undefined) !==
    (settings.TEMPORAL_TLS_CLIENT_KEY_PATH === undefined)
  ) {
    faults.push('TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH: only both');
  }
  if (settings.TEMPORAL_API_KEY !== undefined && settings.TEMPORAL_API_KEY_FILE !== undefined) {
    faults.push('TEMPORAL_API_KEY, TEMPORAL_API_KEY_FILE: only one of them');
  }
  return faults;
}

/** @returns `undefined` where no Temporal is set. */
export function temporalAddress(settings: TemporalVariables): TemporalAddress | undefined {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = settings;
  if (address === undefined) return undefined;
  const isSecured = settings.TEMPORAL_TLS === 'true' || needTls.some((name) => settings[name] !== undefined);
  return isSecured ? { address, namespace, security: readSecurity(settings) } : { address, namespace };
}

function readSecurity(settings: TemporalVariables): TemporalSecurity {
  return {
    authorityFile: settings.TEMPORAL_TLS_SERVER_CA_CERT_PATH,
    serverName: settings.TEMPORAL_TLS_SERVER_NAME,
    clientCertificateFile: settings.TEMPORAL_TLS_CLIENT_CERT_PATH,
    clientKeyFile: settings.TEMPORAL_TLS_CLIENT_KEY_PATH,
    apiKey: settings.TEMPORAL_API_KEY,
    apiKeyFile: settings.TEMPORAL_API_KEY_FILE,
  };
}

/** What both the client's and the worker's connection take. */
export interface TemporalConnectionOptions {
  readonly address: string;
  readonly tls?: Exclude<ConnectionOptions['tls'], null | undefined>;
  readonly apiKey?: string;
}

/**
 * The options of a connection, of the client as of the worker. Files are read now, so a new connection has renewed ones.
 * @throws Error when a file cannot be read.
 */
export function temporalConnectionOptions({ address, security }: TemporalAddress): TemporalConnectionOptions {
  if (security === undefined) return { address };
  const { authorityFile, serverName, clientCertificateFile, clientKeyFile, apiKeyFile } = security;
  const apiKey = apiKeyFile === undefined ? security.apiKey : readFileSync(apiKeyFile, 'utf8').trim();
  return {
    address,
    tls: {
      ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
      ...(authorityFile === undefined ? {} : { serverRootCACertificate: readFileSync(authorityFile) }),
      ...(clientCertificateFile === undefined || clientKeyFile === undefined
        ? {}
        : { clientCertPair: { crt: readFileSync(clientCertificateFile), key: readFileSync(clientKeyFile) } }),
    },
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}
