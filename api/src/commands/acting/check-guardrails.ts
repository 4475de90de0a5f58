import {
  type ChangeRow,
  DomainError,
  dayInZone,
  type GuardrailBreach,
  guardrailBreaches,
  startOfDayInZone,
  withNotes,
} from '@tapwise/domain';
import { budgetsOfDay } from '@tapwise/projections/queries';
import type { ChangeTarget } from './accept-change.ts';
import type { Acting, PresentCampaign } from './acting.ts';
import { guardrailsOf } from './guardrails.routes.ts';

/**
 * Compares a person's rows with the guardrails of the application.
 * @param confirmed The person has confirmed limits that ask.
 * @returns the rows, with notes where they go beyond a limit.
 * @throws DomainError `guardrail` with the rows that may not be, or not without being confirmed.
 */
export async function checkGuardrails(
  { deps }: Acting,
  rows: readonly ChangeRow[],
  { application, organization }: ChangeTarget,
  campaigns: ReadonlyMap<number, PresentCampaign>,
  confirmed: boolean,
): Promise<ChangeRow[]> {
  const guardrails = guardrailsOf(application);
  const { org_id, currency, time_zone } = organization;
  const raises = rows.some(({ field, base, new: set }) => field === 'daily_cap' && Number(set) > Number(base));
  const midnight = startOfDayInZone(dayInZone(deps.now().getTime(), time_zone), time_zone);
  const asked = raises && guardrails.budget_day.people !== 'off';
  const budgetsToday = asked ? await budgetsOfDay(deps.tables, org_id, midnight) : { atMidnight: 0, raised: 0 };
  const states = new Map([...campaigns].map(([id, { state }]) => [id, state]));
  const breaches = guardrailBreaches(rows, guardrails, { currency, campaigns: states, budgetsToday });
  const refused = breaches.filter(({ mode }) => mode === 'block' || (mode === 'confirm' && !confirmed));
  if (refused.length > 0) throw new DomainError('guardrail', { rows: refused.map(refusedRow) });
  return withNotes(rows, breaches, currency);
}

const refusedRow = ({ key, field, guardrail, limit, value }: GuardrailBreach) => ({
  key,
  field,
  guardrail,
  limit,
  value,
});
