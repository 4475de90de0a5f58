import type { z } from 'zod';
import { partStartVariable } from '../event-log/leases/part-start.ts';
import { fileFaults } from '../files/file-settings.ts';
import { temporalFaults } from '../temporal/temporal-settings.ts';
import { outboundFaults } from './outbound-settings.ts';
import { environmentSchema } from './variables.ts';

const defaultMailbox = 'Tapwise <no-reply@localhost>';

/** The process's environment, checked once. Empty variables count as unset. */
export type Environment = z.infer<typeof environmentSchema> & {
  /** The variables as they were given, for passing on what an operator set. */
  readonly rawVariables: Readonly<Record<string, string | undefined>>;
};

/**
 * Reads the environment.
 * @param defaults Of variables that are unset, where a command has others than the parts.
 * @throws Error naming each variable that is not understood.
 */
export function readEnvironment(
  source: NodeJS.ProcessEnv = process.env,
  defaults: Readonly<Record<string, string>> = {},
): Environment {
  const filled: Record<string, string | undefined> = {
    ...defaults,
    ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '' && value !== undefined)),
  };
  const parsed = environmentSchema.safeParse(filled);
  const problems = parsed.success
    ? [...outboundFaults(parsed.data, filled), ...temporalFaults(parsed.data), ...fileFaults(parsed.data)]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (parsed.success && problems.length === 0) return { ...parsed.data, rawVariables: filled };
  throw new Error(`The environment is not understood. ${problems.join('; ')}`);
}

/** Address of the pages, without a slash at its end: what links in mails begin with. */
export function publicUrl({ PUBLIC_URL, HOST, PORT }: Pick<Environment, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  // An address to listen on at all interfaces is none to go to.
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

type IngestAddress = Pick<Environment, 'PUBLIC_INGEST_URL' | 'PUBLIC_URL' | 'HOST' | 'PORT' | 'INGEST_PORT'>;

/** Address the SDK and the store send to; by itself the port of its own at the host of the pages. */
export function publicIngestUrl(environment: IngestAddress): string {
  if (environment.PUBLIC_INGEST_URL !== undefined) return environment.PUBLIC_INGEST_URL;
  const { protocol, hostname } = new URL(publicUrl(environment));
  return `${protocol}//${hostname}:${environment.INGEST_PORT}`;
}

/** Whom mails are from, and where answers go. */
export function mailAddresses({ MAIL_FROM, SUPPORT_EMAIL }: Pick<Environment, 'MAIL_FROM' | 'SUPPORT_EMAIL'>) {
  const [, name = '', address = MAIL_FROM ?? ''] = /^([^<]*)<([^>]*)>$/.exec(MAIL_FROM ?? defaultMailbox) ?? [];
  return { from: { name: name.trim(), address }, replyTo: SUPPORT_EMAIL };
}

/** Where the sales people are reached; without an address of their own, the one that answers mails. */
export function salesUrl(environment: Pick<Environment, 'SALES_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL'>): string {
  const { from, replyTo } = mailAddresses(environment);
  return environment.SALES_URL ?? `mailto:${replyTo ?? from.address}`;
}

/** Seconds between two pulls of one organization: short in the demo, so that it moves. */
export function pullIntervalSeconds(environment: Environment): number {
  return environment.PULL_INTERVAL_SECONDS ?? (environment.DEMO === 'on' ? 5 : 900);
}

/** The environment a child process gets: ours, with some variables of its own. */
export function childEnvironment(overrides: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, [partStartVariable]: undefined, ...overrides };
}
