import { z } from 'zod';
import { DomainError } from '../../shared/domain-error.ts';
import { amountText } from '../../shared/money/amount.ts';
import { decimalsOf } from '../../shared/money/currency.ts';
import { microsPerUnit } from '../../shared/money/micros.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { type ChangeRow, objectOfKey } from '../change/change-row.ts';

/** What happens when a person goes beyond a limit: nothing, a note, a question, a refusal. */
const people = z.enum(['off', 'warn', 'confirm', 'block']);
/** The same for rules, which are clipped to the limit instead of asked. */
const rules = z.enum(['off', 'warn', 'clip', 'block']);
const factor = z.number().min(1).max(1000);
const share = z.number().min(0).max(100);
const plus = z.number().min(0).max(1_000_000);
const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Every guardrail with its settings; amounts in units of the ad organization's currency. */
export const guardrailsShape = {
  bid_step: z.strictObject({ people, rules, factor, plus }),
  budget_step: z.strictObject({ people, factor }),
  budget_day: z.strictObject({ people, share }),
  rows: z.strictObject({ people, limit: z.number().int().min(1).max(5000) }),
  rule_units: z.strictObject({ limit: z.number().int().min(1).max(20_000) }),
  rule_day: z.strictObject({ rules, share }),
  spend_spike: z.strictObject({ rules, factor, plus }),
  min_data: z.strictObject({ impressions: z.number().int().min(0).max(1_000_000) }),
  quiet_hours: z.strictObject({ rules, from: hour, to: hour }),
  second_person: z.strictObject({ on: z.boolean() }),
};
export const guardrailsField = z.object(guardrailsShape);
export type Guardrails = z.infer<typeof guardrailsField>;

/** What holds until an admin sets something else: warnings alone. */
export const defaultGuardrails = (currency: string): Guardrails => ({
  bid_step: { people: 'warn', rules: 'off', factor: 3, plus: decimalsOf(currency) === 0 ? 100 : 1 },
  budget_step: { people: 'warn', factor: 3 },
  budget_day: { people: 'warn', share: 1 },
  rows: { people: 'warn', limit: 500 },
  rule_units: { limit: 5000 },
  rule_day: { rules: 'off', share: 1 },
  spend_spike: { rules: 'warn', factor: 1.5, plus: decimalsOf(currency) === 0 ? 5000 : 50 },
  min_data: { impressions: 10 },
  quiet_hours: { rules: 'off', from: '22:00', to: '06:00' },
  second_person: { on: false },
});

/** What of an application its guardrails follow from. */
export interface GuardedApplication {
  readonly guardrails: Guardrails | null;
  readonly organizations: readonly { readonly currency: string }[];
}

/** What holds for an application. The start values are those of its settings' currency. */
export const guardrailsOf = (application: GuardedApplication): Guardrails =>
  application.guardrails ?? defaultGuardrails(application.organizations[0]?.currency ?? '');

/** A row beyond a limit; amounts in units. The whole change, where `key` is empty. */
export interface GuardrailBreach {
  readonly key: string;
  readonly field: string;
  readonly guardrail: 'bid_step' | 'budget_step' | 'budget_day' | 'rows';
  readonly limit: number;
  readonly value: number;
  readonly mode: 'warn' | 'confirm' | 'block';
}

/** Where rows are compared with what holds. */
export interface GuardrailScope {
  readonly currency: string;
  readonly campaigns: ReadonlyMap<number, CampaignState>;
  /** Micros: daily budgets of the organization as the local day began, and by how much they were raised since. */
  readonly budgetsToday: { readonly atMidnight: number; readonly raised: number };
}

/** Rows of a person's change that go beyond a limit, in their order. Effective bids are compared; keywords that follow only count. */
export function guardrailBreaches(
  rows: readonly ChangeRow[],
  guardrails: Guardrails,
  scope: GuardrailScope,
): GuardrailBreach[] {
  const breaches = rows.flatMap((row) => stepBreach(row, guardrails, scope) ?? []);
  const day = budgetDayBreach(rows, guardrails, scope);
  const { people: mode, limit } = guardrails.rows;
  const whole = { key: '', field: '', guardrail: 'rows', limit, value: rows.length } as const;
  return [
    ...breaches,
    ...(day === undefined ? [] : [day]),
    ...(mode === 'off' || rows.length <= limit ? [] : [{ ...whole, mode }]),
  ];
}

/**
 * Compares rows with the guardrails of their application.
 * @param confirmed A person has confirmed limits that ask.
 * @returns the rows, with notes where they go beyond a limit.
 * @throws DomainError `guardrail` with the rows that may not be, or not without being confirmed.
 */
export function guardedRows(
  rows: readonly ChangeRow[],
  guardrails: Guardrails,
  { confirmed, ...scope }: GuardrailScope & { readonly confirmed: boolean },
): ChangeRow[] {
  const breaches = guardrailBreaches(rows, guardrails, scope);
  const refused = breaches.filter(({ mode }) => mode === 'block' || (mode === 'confirm' && !confirmed));
  if (refused.length > 0) throw new DomainError('guardrail', { rows: refused.map(({ mode: _, ...row }) => row) });
  return withNotes(rows, breaches, scope.currency);
}

/** Whether the budgets of the day are needed to compare rows with the guardrails. */
export const asksBudgets = (
  rows: readonly Pick<ChangeRow, 'field' | 'base' | 'new'>[],
  { budget_day }: Guardrails,
): boolean =>
  budget_day.people !== 'off' &&
  rows.some(({ field, base, new: set }) => field === 'daily_cap' && Number(set) > Number(base));

function stepBreach(row: ChangeRow, guardrails: Guardrails, scope: GuardrailScope): GuardrailBreach | undefined {
  const { key, field } = row;
  if (typeof row.new !== 'number' || row.parent !== undefined) return undefined;
  const guardrail = stepOf(field);
  const mode = guardrail === undefined ? 'off' : guardrails[guardrail].people;
  const old = effectiveBase(row, scope);
  if (guardrail === undefined || mode === 'off' || old === null) return undefined;
  const least = guardrail === 'bid_step' ? old + microsOf(guardrails.bid_step.plus) : 0;
  const limit = Math.max(times(old, guardrails[guardrail].factor), least);
  if (row.new <= limit) return undefined;
  return { key, field, guardrail, limit: limit / microsPerUnit, value: row.new / microsPerUnit, mode };
}

/** The limit of one step of a setting. A target CPA decides what is spent, as a daily budget does. */
function stepOf(field: ChangeRow['field']): 'bid_step' | 'budget_step' | undefined {
  if (field === 'cpt_bid') return 'bid_step';
  return field === 'daily_cap' || field === 'target_cpa' ? 'budget_step' : undefined;
}

/** A keyword without an own bid starts from its ad group's. */
function effectiveBase({ key, field, base }: ChangeRow, { campaigns }: GuardrailScope): number | null {
  if (typeof base === 'number') return base;
  if (field === 'target_cpa') return null;
  const { campaignId, adGroupId } = objectOfKey(key);
  return campaigns.get(campaignId)?.ad_groups.get(adGroupId ?? 0)?.default_bid_micros ?? null;
}

function budgetDayBreach(
  rows: readonly ChangeRow[],
  { budget_day: { people: mode, share: allowed } }: Guardrails,
  { budgetsToday: { atMidnight, raised } }: GuardrailScope,
): GuardrailBreach | undefined {
  if (mode === 'off' || atMidnight === 0) return undefined;
  const raises = rows.flatMap(({ field, base, new: set }) =>
    field === 'daily_cap' && typeof base === 'number' && typeof set === 'number' && set > base ? [set - base] : [],
  );
  const value = raises.reduce((sum, raise) => sum + raise, raised);
  const limit = times(atMidnight, allowed);
  if (raises.length === 0 || value <= limit) return undefined;
  const amounts = { limit: limit / microsPerUnit, value: value / microsPerUnit };
  return { key: '', field: 'daily_cap', guardrail: 'budget_day', ...amounts, mode };
}

const texts = {
  bid_step: (limit: string) => `Guardrail: a bid should rise to at most ${limit} in one step`,
  budget_step: (limit: string) => `Guardrail: a daily budget should rise to at most ${limit} in one step`,
  budget_day: (limit: string) => `Guardrail: daily budgets should rise by at most ${limit} a day together`,
  rows: (limit: string) => `Guardrail: a change should have at most ${limit} rows`,
} as const;

/** What is said of a breach. */
export function breachText({ guardrail, field, limit }: GuardrailBreach, currency: string): string {
  if (field === 'target_cpa') {
    return `Guardrail: a target CPA should rise to at most ${amountText(microsOf(limit), currency)} in one step`;
  }
  return texts[guardrail](guardrail === 'rows' ? String(limit) : amountText(microsOf(limit), currency));
}

/** The rows with what is said of them; what is said of all is at the first. */
export function withNotes(
  rows: readonly ChangeRow[],
  breaches: readonly GuardrailBreach[],
  currency: string,
): ChangeRow[] {
  const notes = new Map<string, string[]>();
  for (const breach of breaches) {
    const row = breach.key === '' ? rows[0] : undefined;
    const rowKey = row === undefined ? `${breach.key} ${breach.field}` : `${row.key} ${row.field}`;
    notes.set(rowKey, [...(notes.get(rowKey) ?? []), breachText(breach, currency)]);
  }
  return rows.map((row) => {
    const rowNotes = notes.get(`${row.key} ${row.field}`);
    return rowNotes === undefined
      ? row
      : { ...row, note: [...(row.note === undefined ? [] : [row.note]), ...rowNotes].join('. ') };
  });
}

/** Micros of an amount in units with at most six decimals. */
const microsOf = (units: number): number => Math.round(units * microsPerUnit);

/** Whole micros of an amount times a factor with at most three decimals, never by way of a binary fraction. */
function times(micros: number, by: number): number {
  return Number((BigInt(micros) * BigInt(Math.round(by * 1000))) / 1000n);
}
