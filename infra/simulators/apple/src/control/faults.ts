import { z } from 'zod';
import { type SlackFault, slackFault } from '../endpoints/slack-receiver/slack-fault.ts';
import { type LastingResponses, lastingResponses } from './lasting-responses.ts';
import { applyPlatformSwitches, type PlatformFaults, platformSwitches, usualPlatform } from './platform-faults.ts';
import { type ReadingFault, readingFault } from './reading-faults.ts';

const count = z.number().int().min(0).optional();

/** What happens to a call that is to change something. Each hits the next `times` calls that match, in the order of the list. */
const writeFault = z.strictObject({
  method: z.enum(['POST', 'PUT', 'DELETE']).optional(),
  /** Part of the path below `/api/v5` or `/v1`. */
  path: z.string().optional(),
  /** Status of the answer; `lost` cuts the connection instead of answering, `usual` is the answer without a fault. */
  answer: z.union([z.literal('lost'), z.literal('usual'), z.number().int().min(400).max(599)]),
  /** Whether the call takes effect nevertheless; it does with the usual answer. */
  effect: z.boolean().default(false),
  /** Wait between the effect, if there is one, and the answer. */
  delay_ms: z.number().int().min(0).max(120_000).default(0),
  /** Seconds of the `Retry-After` header. */
  retry_after: z.number().int().min(0).optional(),
  times: z.number().int().min(1).max(10_000).default(1),
});

export type WriteFault = z.infer<typeof writeFault>;

const ids = z.array(z.number().int()).max(10_000).optional();
const day = z.iso.date();
const days = z.array(day).max(400).optional();

/** Switches that make the simulated Apple misbehave, or behave in another way; absent ones stay as they are. */
export const faultSwitches = platformSwitches.extend({
  /** The next n calls of either ads API answer 429. */
  rate_limit_next: count,
  /** The next n calls of either ads API answer 500. */
  fail_next: count,
  /** Every answer of the simulated Apple waits this long. */
  slow_ms: z.number().min(0).max(120_000).optional(),
  /** Share of attribution tokens that are unknown at first; null: the usual shares. */
  unknown_first_call_share: z.number().min(0).max(1).nullable().optional(),
  /** AdServices answers 500. */
  adservices_down: z.boolean().optional(),
  /** The next n impression-share reports end as FAILED. */
  custom_report_fail_next: count,
  /** The next n calls of App Store Connect answer 503. */
  connect_down_next: count,
  /** The next n calls of App Store Connect answer 429. */
  connect_rate_limit_next: count,
  /** The next n calls of App Store Connect answer 403, as for a key without the role. */
  connect_forbidden_next: count,
  /** The next n sales files are damaged in the middle. */
  connect_corrupt_gzip_next: count,
  /** The next n sales files end halfway. */
  connect_truncated_gzip_next: count,
  /** The next n sales files are small and inflate to more than 200 MB. */
  connect_exploding_gzip_next: count,
  /** The next n SALES files have a row more, in a currency that does not exist. */
  connect_unknown_currency_next: count,
  /** The next n SALES files have a row more, of an unknown type, product and app. */
  connect_unknown_product_next: count,
  /** Days whose sales files, of all kinds, are not available yet, however old they are. */
  connect_late_days: days,
  /** Columns that all SALES files are without. */
  connect_missing_columns: z.array(z.string()).max(50).optional(),
  /** Days whose SALES files are corrected: what was sold or downloaded has one unit more than before. */
  connect_corrected_days: days,
  /** The next n exchange rate documents are a web page. */
  rates_broken_next: count,
  /** What published rates are multiplied with, by day and currency. */
  rates_jumps: z.record(day, z.record(z.string(), z.number().positive())).optional(),
  /** Services that answer every call with one status, as when an API has moved, is gone or refuses us. */
  lasting_answers: lastingResponses.optional(),
  /** Replaces the faults of writes that are still to come. */
  write_faults: z.array(writeFault).max(1_000).optional(),
  /** Replaces the faults of readings that are still to come. */
  reading_faults: z.array(readingFault).max(1_000).optional(),
  /** Organizations whose role is read-only from now on: every write answers 403. */
  read_only: ids,
  /** Ad accounts whose reports are refused with 403. */
  refused_reports: ids,
  /** Keywords that cannot be edited: a call that names one is refused. */
  locked_keywords: ids,
  /** `hidden`: a refused bulk call does not say which rows are wrong. */
  bulk_refusals: z.enum(['named', 'hidden']).optional(),
  /** `refused`: one duplicate refuses the whole call with 400; else the good rows are stored and the answer is 200. */
  duplicates: z.enum(['partial', 'refused']).optional(),
  /** How posts to Slack are answered. */
  slack: slackFault.optional(),
  /** Sends one correctly signed notification of an unknown form to each connected app. */
  send_unknown_notification: z.boolean().optional(),
  /** Sends the last delivered notification of each connected app again. */
  send_duplicate: z.boolean().optional(),
});

export type FaultSwitches = z.infer<typeof faultSwitches>;

/** Switches that count down: how many of the next calls they still hit. */
const COUNTERS = {
  rateLimitNext: 'rate_limit_next',
  failNext: 'fail_next',
  customReportFailNext: 'custom_report_fail_next',
  connectDownNext: 'connect_down_next',
  connectRateLimitNext: 'connect_rate_limit_next',
  connectForbiddenNext: 'connect_forbidden_next',
  connectCorruptGzipNext: 'connect_corrupt_gzip_next',
  connectTruncatedGzipNext: 'connect_truncated_gzip_next',
  connectExplodingGzipNext: 'connect_exploding_gzip_next',
  connectUnknownCurrencyNext: 'connect_unknown_currency_next',
  connectUnknownProductNext: 'connect_unknown_product_next',
  ratesBrokenNext: 'rates_broken_next',
} as const satisfies Record<string, keyof FaultSwitches>;

type FaultCounter = keyof typeof COUNTERS;

const counterNames = Object.keys(COUNTERS) as readonly FaultCounter[];

/** Factors by day and currency. */
export type RatesJumps = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The present state of the switches. */
export interface Faults extends Record<FaultCounter, number> {
  slowMs: number;
  unknownFirstCallShare: number | null;
  adServicesDown: boolean;
  lastingResponses: LastingResponses;
  connectLateDays: readonly string[];
  connectMissingColumns: readonly string[];
  connectCorrectedDays: readonly string[];
  ratesJumps: RatesJumps;
  writeFaults: WriteFault[];
  readingFaults: ReadingFault[];
  readOnly: readonly number[];
  refusedReports: readonly number[];
  lockedKeywords: readonly number[];
  bulkRefusals: 'named' | 'hidden';
  duplicates: 'partial' | 'refused';
  slack: SlackFault;
  readonly platform: PlatformFaults;
}

export const noFaults = (): Faults => ({
  ...(Object.fromEntries(counterNames.map((name) => [name, 0])) as Record<FaultCounter, number>),
  slowMs: 0,
  unknownFirstCallShare: null,
  adServicesDown: false,
  lastingResponses: {},
  connectLateDays: [],
  connectMissingColumns: [],
  connectCorrectedDays: [],
  ratesJumps: {},
  writeFaults: [],
  readingFaults: [],
  readOnly: [],
  refusedReports: [],
  lockedKeywords: [],
  bulkRefusals: 'named',
  duplicates: 'partial',
  slack: null,
  platform: usualPlatform(),
});

/** The fault that hits a write, if one does; it counts down. */
export function consumeWriteFault(faults: Faults, method: string, path: string): WriteFault | null {
  const hit = faults.writeFaults.find(
    (fault) => (fault.method ?? method) === method && path.includes(fault.path ?? ''),
  );
  if (hit === undefined) return null;
  faults.writeFaults = faults.writeFaults.flatMap((fault) =>
    fault !== hit ? [fault] : fault.times === 1 ? [] : [{ ...fault, times: fault.times - 1 }],
  );
  return hit;
}

/** Whether the fault hits this call; if so it counts down. */
export function consumeFault(faults: Faults, counter: FaultCounter): boolean {
  if (faults[counter] === 0) return false;
  faults[counter] -= 1;
  return true;
}

export function applySwitches(faults: Faults, switches: FaultSwitches): void {
  for (const name of counterNames) faults[name] = switches[COUNTERS[name]] ?? faults[name];
  faults.slowMs = switches.slow_ms ?? faults.slowMs;
  faults.adServicesDown = switches.adservices_down ?? faults.adServicesDown;
  faults.lastingResponses = { ...faults.lastingResponses, ...switches.lasting_answers };
  faults.connectLateDays = switches.connect_late_days ?? faults.connectLateDays;
  faults.connectMissingColumns = switches.connect_missing_columns ?? faults.connectMissingColumns;
  faults.connectCorrectedDays = switches.connect_corrected_days ?? faults.connectCorrectedDays;
  faults.ratesJumps = switches.rates_jumps ?? faults.ratesJumps;
  faults.writeFaults = switches.write_faults ?? faults.writeFaults;
  faults.readingFaults = switches.reading_faults ?? faults.readingFaults;
  faults.readOnly = switches.read_only ?? faults.readOnly;
  faults.refusedReports = switches.refused_reports ?? faults.refusedReports;
  faults.lockedKeywords = switches.locked_keywords ?? faults.lockedKeywords;
  faults.bulkRefusals = switches.bulk_refusals ?? faults.bulkRefusals;
  faults.duplicates = switches.duplicates ?? faults.duplicates;
  if (switches.slack !== undefined) faults.slack = switches.slack;
  applyPlatformSwitches(faults.platform, switches);
  if (switches.unknown_first_call_share !== undefined) faults.unknownFirstCallShare = switches.unknown_first_call_share;
}
