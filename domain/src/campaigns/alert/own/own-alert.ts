import { z } from 'zod';
import { DomainError } from '../../../shared/domain-error.ts';
import { type AlertRule, alertRuleField } from '../../custom-rule/definition/custom-rule.ts';
import type { RuleCampaigns } from '../../custom-rule/scope/apply-to.ts';
import type { ExistingAlert } from '../settings/existing-alert.ts';

/** What an alert that a person wrote asks, and of which campaigns. */
export interface OwnAlertRule {
  readonly rule: AlertRule;
  readonly apply_to: RuleCampaigns;
}

const campaignsField = z.record(z.string(), z.union([z.literal('all'), z.array(z.number().int().positive())]));

/** @returns `undefined` for a built-in alert, and for a rule in a form that is not read any more. */
export function ownRuleOf({
  kind,
  automation_params,
  apply_to,
}: Pick<ExistingAlert, 'kind' | 'automation_params' | 'apply_to'>): OwnAlertRule | undefined {
  if (kind !== 'own') return undefined;
  const rule = alertRuleField.safeParse(automation_params);
  const campaigns = campaignsField.safeParse(apply_to);
  return rule.success && campaigns.success ? { rule: rule.data, apply_to: campaigns.data } : undefined;
}

const hoursADay = 24;

/** Evaluations in a row that are asked for where a person says nothing: two where one hour follows another. */
export function usualPatience({ schedule: { hours } }: Pick<AlertRule, 'schedule'>): number {
  const chosen = new Set(hours);
  return hours.some((hour) => chosen.has((hour + 1) % hoursADay)) ? 2 : 1;
}

const mostAlerts = 100;

/** @param existing Alerts that people wrote for the application. @throws DomainError `too_many` where it may have no more. */
export function refuseMoreAlerts(existing: number): void {
  if (existing >= mostAlerts) throw new DomainError('too_many', { message: `Too many alerts: at most ${mostAlerts}` });
}
