import { z } from 'zod';
import { fileVariables } from '../files/file-settings.ts';
import { isAddressOrNetwork } from '../http/client-address.ts';
import { telemetryVariables } from '../observability/telemetry/telemetry-settings.ts';
import { paymentVariables } from '../payments/payment-settings.ts';
import { temporalVariables } from '../temporal/temporal-settings.ts';
import { outboundTargetsField, retrySecondsField } from './outbound-settings.ts';

const port = z.coerce.number().int().min(0).max(65535);
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

const serviceVariables = {
  PORT: port.default(8080).describe('Port of the dashboard, the API and its sockets.'),
  INGEST_PORT: port.default(8081).describe('Port that SDKs, the store and the payment provider send to.'),
  HOST: z.string().default('127.0.0.1').describe('Address that both ports are bound to.'),
  PUBLIC_URL: publicAddress
    .refine((address = '') => !/[&<>"]/.test(address), 'without & < > "')
    .describe('What links in mails and public pages begin with; `http://HOST:PORT` where it is unset.'),
  PUBLIC_INGEST_URL: publicAddress.describe(
    'The address that the store and the SDK send to, shown in Settings; `INGEST_PORT` at the host of `PUBLIC_URL` where it is unset.',
  ),
  TRUSTED_PROXIES: networks.describe(
    'Addresses or networks of proxies whose `X-Forwarded-For` is believed, such as `127.0.0.1,10.0.0.0/8`.',
  ),
  METRICS_TOKEN: text.describe(
    'Lets callers that send it as a bearer token read `/metrics` and `/operator` from other machines; without it only this machine reads them.',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe messages that the parts write.'),
  SENTRY_DSN: text.describe(
    "Where errors of the page are forwarded, in Sentry's format; they are in the log of `api` in any case.",
  ),
};

const storageVariables = {
  DATA_DIR: z.string().default('.data').describe('Everything the machine keeps.'),
  MASTER_KEY_FILE: text.describe(
    'File with the key that wraps all stored secrets; made among the shared files at the first start where it is unset.',
  ),
  // Only `npm start` opens the demo by default: a part started alone simulates nothing and has no demo account.
  DEMO: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`off`: nothing simulated and no demo account. `npm start` takes `on` where it is unset.'),
};

const engineVariables = {
  EVENTSTORE_URL: text.describe(
    'The log: any connection string of EventStoreDB; several hosts or `esdb+discover` name a cluster. Embedded where it is unset. A server reads every variable `EVENTSTORE_…` as a setting of its own and does not start with this one, so keep it out of its environment.',
  ),
  CLICKHOUSE_URL: text.describe(
    'The tables: `http://user:password@host:8123/database`, with `?cluster=<name>` on a cluster. Embedded where it is unset.',
  ),
  PROJECTIONS_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe(
      'Where `projections` announces each batch to `api`; parts started alone without it look at the tables more often. `npm start` takes a free port.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      'Where several processes of `api` count calls and wrong passwords together; without it, or while it is away, each counts by itself.',
    ),
  SQL_PORT: z
    .union([z.literal('off'), port])
    .default(8082)
    .describe("Port of analysts' SQL at `/`; `off`: only at `PORT`/clickhouse."),
  CLICKHOUSE_SQL_URL: text.describe(
    'A separate engine for analysts, such as a replica; its user must be allowed to create users.',
  ),
};

const appleVariables = {
  APPLE_ADS_API: z
    .enum(['v1', 'v5'], 'v1 or v5: the interface of Apple Ads that is spoken')
    .default(defaultAdsApi)
    .describe(
      'The interface of Apple Ads that is spoken, for all organizations: `v1` (Apple Ads Platform API) or `v5` (Campaign Management API, which ends on 26 January 2027).',
    ),
  APPLE_ADS_V1_URL: z
    .string()
    .default('https://api.ads.apple.com/v1')
    .describe(
      "Base address of version 1, up to and including `/v1`. This and Apple's other addresses are the simulator's in the demo.",
    ),
  APPLE_ADS_API_URL: z
    .string()
    .default('https://api.searchads.apple.com/api/v5')
    .describe('Base address of version 5, up to and including `/api/v5`.'),
  APPLE_ADS_TOKEN_URL: z
    .string()
    .default('https://appleid.apple.com/auth/oauth2/token')
    .describe('Address of the endpoint that gives tokens for Apple Ads.'),
  APPLE_ADS_CLIENT_ID: text.describe('Client of the API user that publishers invite.'),
  APPLE_ADS_TEAM_ID: text.describe('Team of that API user.'),
  APPLE_ADS_KEY_ID: text.describe('Name of the key in `APPLE_ADS_PRIVATE_KEY_FILE`.'),
  APPLE_ADS_PRIVATE_KEY_FILE: text.describe('PEM file with the key of that API user (P-256).'),
  ADSERVICES_URL: z
    .string()
    .default('https://api-adservices.apple.com/api/v1/')
    .describe('Address of the service that tells which ad an install followed.'),
  APP_STORE_CONNECT_URL: z
    .string()
    .default('https://api.appstoreconnect.apple.com')
    .describe("Base address of the store's reports."),
  APP_STORE_LOOKUP_URL: z
    .string()
    .default('https://itunes.apple.com')
    .describe('Base address of the public look-up of an app.'),
  APPLE_ROOT_CERTIFICATES: text.describe(
    "PEM file with the roots that may sign the store's notifications; Apple Root CA G3 where it is unset.",
  ),
  EXCHANGE_RATES_URL: z
    .string()
    .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml')
    .describe('Daily reference rates, in the form of the European Central Bank.'),
};

const workVariables = {
  PULL_INTERVAL_SECONDS: z.coerce
    .number()
    .positive()
    .optional()
    .describe(
      "Pause between two pulls of an organization's structure and reports; 900, in the demo 5, where it is unset.",
    ),
  WORKER_GRACE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(600)
    .default(30)
    .describe(
      'How long a `workflows` process that was started alone, when it is stopped, waits for changes under way at the ad service and other partners.',
    ),
  IMPORT_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Lets users of the past be sent to `/sdk/v1/users` , at least 16 characters (page *SDK calls by HTTP* of the docs); without it there is no such call, and each start of the demo makes one.',
    ),
};

const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Where mail goes; without it, files in `<DATA_DIR>/outbox`, which the demo shows at `/outbox` on this machine.',
    ),
  MAIL_FROM: mailbox.optional().describe('Sender of mails, `Name <address>` or an address alone.'),
  SUPPORT_EMAIL: z.email().optional().describe('Where answers to mails go.'),
  SALES_URL: z
    .url({ protocol: /^(?:https?|mailto)$/ })
    .optional()
    .describe(
      'Where *Contact sales*, and *Contact* on the public pages, lead, https or mailto; the address that answers mails where it is unset.',
    ),
  DKIM_KEY_FILE: text.describe('PEM file with the key that signs mails.'),
};

const testVariables = {
  OUTBOUND_TEST_TARGETS: outboundTargetsField.describe(
    "Addresses that customers may name although they are not public: `host:port` with commas; only where Apple's addresses are of this machine.",
  ),
  WEBHOOK_RETRY_SECONDS: retrySecondsField.describe('Pauses between attempts of one delivery, with commas.'),
  AUTOMATION_HOUR_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe('Length of an hour as rules count it.'),
  AUTOMATION_SLOT_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .max(86_400)
    .optional()
    .describe('Seconds between the slots of a rule, in place of its hours.'),
  REPORT_SLOT_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .max(86_400)
    .optional()
    .describe('Seconds between the sends of each active scheduled report, in place of its calendar.'),
  ALERT_SLOT_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .max(86_400)
    .optional()
    .describe('Seconds between evaluations of alerts, in place of full hours.'),
  COMPLETE_DAY_HOURS: z.coerce
    .number()
    .min(0)
    .max(24)
    .default(3)
    .describe("Hours past the end of an organization's day from which a pull completes that day."),
};

/** Every variable that a person sets, by what it is about; `docs/configuration.md` and `.env.example` are made from these. */
export const variableGroups = [
  { title: 'Addresses and messages', variables: serviceVariables },
  { title: 'Data', variables: storageVariables },
  { title: 'Engines', variables: engineVariables },
  { title: 'Temporal', variables: temporalVariables },
  { title: 'Files in a bucket', variables: fileVariables },
  { title: 'Apple and exchange rates', variables: appleVariables },
  { title: 'Work in the background', variables: workVariables },
  { title: 'Mail and contact', variables: mailVariables },
  { title: 'OpenTelemetry', variables: telemetryVariables },
  { title: 'Payments', variables: paymentVariables },
  { title: 'Only for tests and the demo', variables: testVariables },
];

/** Every variable the product reads, with its default. Unset secrets stay undefined and switch off what needs them. */
export const environmentSchema = z.object({
  ...serviceVariables,
  ...storageVariables,
  ...engineVariables,
  ...temporalVariables,
  ...fileVariables,
  ...appleVariables,
  ...workVariables,
  ...mailVariables,
  ...telemetryVariables,
  ...paymentVariables,
  ...testVariables,
});
