/** The rows of Settings that a failure can be shown in. */
export const integrationNames = ['ads', 'store', 'notifications', 'sdk'] as const;
export type IntegrationName = (typeof integrationNames)[number];

interface SourceFacts {
  /** The integration that does not work while it fails; `null` when it is no integration's. */
  readonly integration: IntegrationName | null;
  /** Whether it is asked for all applications at once. */
  readonly ofProduct: boolean;
}

/** What can fail for long. Each is asked, and recovers, by itself. */
export const failureSources = {
  ads_access: { integration: 'ads', ofProduct: true },
  ads_structure: { integration: 'ads', ofProduct: false },
  ads_reports: { integration: 'ads', ofProduct: false },
  ads_months: { integration: 'ads', ofProduct: false },
  ads_search_terms: { integration: 'ads', ofProduct: false },
  ads_impression_share: { integration: 'ads', ofProduct: false },
  store_reports: { integration: 'store', ofProduct: false },
  store_files: { integration: 'store', ofProduct: false },
  store_days: { integration: 'store', ofProduct: false },
  store_rows: { integration: 'store', ofProduct: false },
  notifications: { integration: 'notifications', ofProduct: false },
  app_lookup: { integration: 'notifications', ofProduct: true },
  attribution: { integration: 'sdk', ofProduct: true },
  exchange_rates: { integration: null, ofProduct: true },
  held_rates: { integration: null, ofProduct: true },
  mail: { integration: null, ofProduct: true },
} as const satisfies Readonly<Record<string, SourceFacts>>;

export type FailureSource = keyof typeof failureSources;
export const failureSourceNames = Object.keys(failureSources) as [FailureSource, ...FailureSource[]];

/** Why it fails. `permanent`: it is shown at once. What is not permanent may pass by itself and is shown when it has lasted. */
export const failureReasons = {
  moved: { permanent: true },
  gone: { permanent: true },
  refused: { permanent: true },
  credentials_refused: { permanent: true },
  agreement_missing: { permanent: true },
  rejected: { permanent: true },
  away: { permanent: false },
  limited: { permanent: false },
  unreadable: { permanent: false },
  incomplete: { permanent: false },
  column_missing: { permanent: true },
  pending: { permanent: true },
  set_aside: { permanent: true },
  held_back: { permanent: true },
  certificate_refused: { permanent: true },
  not_configured: { permanent: true },
} as const satisfies Readonly<Record<string, { permanent: boolean }>>;

export type FailureReason = keyof typeof failureReasons;
export const failureReasonNames = Object.keys(failureReasons) as [FailureReason, ...FailureReason[]];

/** Answers after which the service is asked ever more rarely. */
const slowing: ReadonlySet<FailureReason> = new Set([
  'moved',
  'gone',
  'refused',
  'credentials_refused',
  'agreement_missing',
]);
export const slowsAsking = (reason: FailureReason): boolean => slowing.has(reason);

/** Whether it is believed at once, because it does not pass by itself. */
export const isPermanent = (reason: FailureReason): boolean => failureReasons[reason].permanent;

/** Why a call failed, by its HTTP status; `null` when there was no answer. */
export function reasonOfStatus(status: number | null): FailureReason {
  if (status === null || status >= 500 || status === 408) return 'away';
  if (status < 300) return 'unreadable';
  if (status < 400) return 'moved';
  if (status === 404 || status === 410) return 'gone';
  if (status === 401 || status === 403) return 'refused';
  return status === 429 ? 'limited' : 'rejected';
}
