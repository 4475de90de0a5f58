import {
  asksBudgets,
  type ChangeRow,
  dayInZone,
  type GuardrailScope,
  guardedRows,
  guardrailsOf,
  startOfDayInZone,
} from '@tapwise/domain';
import { budgetsOfDay } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';
import type { ChangeTarget } from '../change-target.ts';
import type { PresentCampaign, SettingsContext } from '../settings-context.ts';

/**
 * Compares a person's rows with the guardrails of the application.
 * @param confirmed The person has confirmed limits that ask.
 * @returns the rows, with notes where they go beyond a limit.
 * @throws DomainError `guardrail` with the rows that may not be, or not without being confirmed.
 */
export async function checkGuardrails(
  { deps }: SettingsContext,
  rows: readonly ChangeRow[],
  target: ChangeTarget,
  campaigns: ReadonlyMap<number, PresentCampaign>,
  confirmed: boolean,
): Promise<ChangeRow[]> {
  const { currency } = target.organization;
  const budgetsToday = await budgetsFor(deps, rows, target);
  const states = new Map([...campaigns].map(([id, { state }]) => [id, state]));
  return guardedRows(rows, guardrailsOf(target.application), { currency, campaigns: states, budgetsToday, confirmed });
}

/** Daily budgets of the organization today, as far as rows are to be compared with them. */
export async function budgetsFor(
  deps: ApiDependencies,
  rows: readonly Pick<ChangeRow, 'field' | 'base' | 'new'>[],
  { application, organization: { org_id, time_zone } }: ChangeTarget,
): Promise<GuardrailScope['budgetsToday']> {
  if (!asksBudgets(rows, guardrailsOf(application))) return { atMidnight: 0, raised: 0 };
  const midnight = startOfDayInZone(dayInZone(deps.now().getTime(), time_zone), time_zone);
  return budgetsOfDay(deps.tables, org_id, midnight);
}
