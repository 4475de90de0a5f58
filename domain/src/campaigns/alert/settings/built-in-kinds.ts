import { z } from 'zod';
import type { AlertSeverity } from '../episode/alert-messages.ts';

/** Alerts that every application has without anyone writing them. */
export const builtInKinds = [
  'spend_spike',
  'tracking_gap',
  'integration',
  'no_data',
  'budget',
  'roas_falling',
  'rules',
] as const;
export type BuiltInKind = (typeof builtInKinds)[number];

const count = (most: number) => z.number().int().min(1).max(most);

/** The numbers of each that a person may change. Amounts in units of the ad organization's currency, shares in percent. */
export const builtInSettings = {
  spend_spike: z.strictObject({ factor: z.number().min(1).max(1000), plus: z.number().min(0).max(1_000_000) }),
  tracking_gap: z.strictObject({
    installs: count(1_000_000),
    points: z.number().min(1).max(100),
    deviations: z.number().min(1).max(100),
  }),
  integration: z.strictObject({
    sdk_hours: count(720),
    launches: count(1_000_000),
    store_hours: count(720),
    notifications: count(1_000_000),
  }),
  no_data: z.strictObject({
    pull_hours: count(720),
    complete_by: z.number().int().min(0).max(23),
    extra_days: count(30),
  }),
  budget: z.strictObject({
    share: z.number().min(1).max(100),
    hours_left: z.number().int().min(0).max(24),
    /** `null`: no limit of the month is compared. */
    monthly_limit: z.number().positive().max(1_000_000_000).nullable(),
  }),
  roas_falling: z.strictObject({ share: z.number().min(1).max(99), conversions: count(1_000_000) }),
  rules: z.strictObject({ missed: count(100) }),
} as const satisfies Readonly<Record<BuiltInKind, z.ZodType>>;

export type BuiltInSettings = { readonly [Kind in BuiltInKind]: z.infer<(typeof builtInSettings)[Kind]> };

/** Everything that may be among the settings of some built-in alert. */
export const anySettingsField = z.record(z.string().max(20), z.number().nullable());

interface BuiltInFacts {
  readonly name: string;
  readonly severity: AlertSeverity;
  /** Evaluations in a row; two where figures of a running day are compared. */
  readonly patience: number;
}

export const builtInFacts = {
  spend_spike: { name: 'Spend far above usual', severity: 'high', patience: 2 },
  tracking_gap: { name: 'Tracking gap', severity: 'high', patience: 1 },
  integration: { name: 'Integration needs attention', severity: 'high', patience: 1 },
  no_data: { name: 'No new data', severity: 'normal', patience: 1 },
  budget: { name: 'Budget nearly used', severity: 'normal', patience: 2 },
  roas_falling: { name: 'ROAS is falling', severity: 'normal', patience: 1 },
  rules: { name: 'Rules need attention', severity: 'normal', patience: 1 },
} as const satisfies Readonly<Record<BuiltInKind, BuiltInFacts>>;

/** @param spike What the guardrail of the same name starts with, in the application's currency. */
export const defaultSettings = (spike: BuiltInSettings['spend_spike']): BuiltInSettings => ({
  spend_spike: { factor: spike.factor, plus: spike.plus },
  tracking_gap: { installs: 50, points: 10, deviations: 4.4478 },
  integration: { sdk_hours: 6, launches: 50, store_hours: 24, notifications: 20 },
  no_data: { pull_hours: 6, complete_by: 12, extra_days: 2 },
  budget: { share: 90, hours_left: 6, monthly_limit: null },
  roas_falling: { share: 80, conversions: 30 },
  rules: { missed: 2 },
});

/** Ids of written alerts are those of rules and stay far below. */
const firstBuiltInId = 1_000_000_000;
const idsPerApplication = 32;

/** A built-in alert is never created, so its id follows from the application and the kind. */
export const builtInAlertId = (applicationId: number, kind: BuiltInKind): number =>
  firstBuiltInId + applicationId * idsPerApplication + builtInKinds.indexOf(kind);

/** @returns `undefined` for an id that no built-in alert has. */
export function builtInOfId(
  alertId: number,
): { readonly applicationId: number; readonly kind: BuiltInKind } | undefined {
  const offset = alertId - firstBuiltInId;
  const kind = offset < 0 ? undefined : builtInKinds[offset % idsPerApplication];
  return kind === undefined ? undefined : { applicationId: Math.floor(offset / idsPerApplication), kind };
}
