import { z } from 'zod';
import { fileFaults, fileVariables } from '../files/file-settings.ts';
import { isAddressOrNetwork } from '../http/client-address.ts';
import { paymentVariables } from '../payments/payment-settings.ts';
import { temporalFaults, temporalVariables } from '../temporal/temporal-settings.ts';
import { outboundFaults, outboundTargetsField, retrySecondsField } from './outbound-settings.ts';

const port = z.coerce.number().int().min(0).max(65535);
const flag = (fallback: 'on' | 'off') => z.enum(['on', 'off']).default(fallback);
const text = z.string().min(1).optional();
const publicAddress = z
  .url({ protocol: /^https?$/ })
  .transform((address) => address.replace(/\/+$/, ''))
  .optional();
const mailbox = z
  .string()
  .regex(/^[^\p{Cc}<>"]*<[^\s<>]+@[^\s<>]+>$|^[^\s<>@]+@[^\s<>@]+$/u, 'a mailbox like Name <name@example.com>');
const networks = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .transform((entries) => entries.filter((entry) => entry !== ''))
  .refine((entries) => entries.every(isAddressOrNetwork), 'only addresses and networks, separated by commas');

/** The interface of Apple Ads that is spoken where none is set. */
const defaultAdsApi = 'v1';

const defaultMailbox = 'Tapwise <no-reply@localhost>';

/** Every variable the product reads, with its default. Unset secrets stay undefined and switch off what needs them. */
const environmentSchema = z.object({
  PORT: port.default(8080),
  INGEST_PORT: port.default(8081),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  // Only `npm start` opens the demo by default: a part started alone simulates nothing and has no demo account.
  DEMO: flag('off'),
  EVENTSTORE_URL: text,
  CLICKHOUSE_URL: text,
  /** Port of analysts' SQL at `/`; `off` for none. */
  SQL_PORT: z.union([z.literal('off'), port]).default(8082),
  CLICKHOUSE_SQL_URL: text,
  /** Where `projections` announces each batch to `api`, which without it looks at the tables more often. */
  PROJECTIONS_URL: z.url({ protocol: /^http$/ }).optional(),
  ...temporalVariables,
  ...fileVariables,
  /** Which interface of Apple's ads is spoken, for all organizations. */
  APPLE_ADS_API: z.enum(['v1', 'v5'], 'v1 or v5: the interface of Apple Ads that is spoken').default(defaultAdsApi),
  APPLE_ADS_API_URL: z.string().default('https://api.searchads.apple.com/api/v5'),
  APPLE_ADS_V1_URL: z.string().default('https://api.ads.apple.com/v1'),
  APPLE_ADS_TOKEN_URL: z.string().default('https://appleid.apple.com/auth/oauth2/token'),
  APPLE_ADS_CLIENT_ID: text,
  APPLE_ADS_TEAM_ID: text,
  APPLE_ADS_KEY_ID: text,
  APPLE_ADS_PRIVATE_KEY_FILE: text,
  ADSERVICES_URL: z.string().default('https://api-adservices.apple.com/api/v1/'),
  APP_STORE_CONNECT_URL: z.string().default('https://api.appstoreconnect.apple.com'),
  APP_STORE_LOOKUP_URL: z.string().default('https://itunes.apple.com'),
  APPLE_ROOT_CERTIFICATES: text,
  EXCHANGE_RATES_URL: z.string().default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Where all processes count calls and wrong passwords together; without it each counts by itself. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PULL_INTERVAL_SECONDS: z.coerce.number().positive().optional(),
  AUTOMATION_HOUR_SECONDS: z.coerce.number().positive().max(3600).optional(),
  AUTOMATION_SLOT_SECONDS: z.coerce.number().int().positive().max(86_400).optional(),
  WORKER_GRACE_SECONDS: z.coerce.number().min(0).max(600).default(30),
  MASTER_KEY_FILE: text,
  PUBLIC_URL: publicAddress.refine((address = '') => !/[&<>"]/.test(address), 'without & < > "'),
  /** Where the SDK and the store send to, as the outside sees it. */
  PUBLIC_INGEST_URL: publicAddress,
  /** Sender of mails, `Name <address>` or an address alone. */
  MAIL_FROM: mailbox.optional(),
  /** Where answers to mails go. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Where people who want more than the plans on sale are led: https or mailto. */
  SALES_URL: z.url({ protocol: /^(?:https?|mailto)$/ }).optional(),
  /** PEM file with the key that signs mails. */
  DKIM_KEY_FILE: text,
  ...paymentVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SENTRY_DSN: text,
  TRUSTED_PROXIES: networks,
  /** Reads `/metrics` from other machines. */
  METRICS_TOKEN: text,
  /** Lets users of the past be sent to `/sdk/v1/users`; without it there is no such call. */
  IMPORT_SECRET: z.string().min(16).optional(),
  /** Only for tests and the demo. */
  OUTBOUND_TEST_TARGETS: outboundTargetsField,
  WEBHOOK_RETRY_SECONDS: retrySecondsField,
});

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
  return { ...process.env, ...overrides };
}
