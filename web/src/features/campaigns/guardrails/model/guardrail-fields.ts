import type { GuardrailName, Guardrails } from '../../../../shared/campaigns/changes/guardrail-calls.ts';

/** How a limit is typed: `share` as percent of what is kept as a fraction. */
export type LimitKind = 'factor' | 'amount' | 'share' | 'count' | 'time';

/** A limit of a guardrail, with what the server takes; bounds are those of what is kept. */
export interface Limit {
  readonly field: string;
  readonly kind: LimitKind;
  readonly least: number;
  readonly most: number;
}

/** A guardrail with the modes that make a difference for it, in the order of their strictness. */
export interface GuardrailRow {
  readonly name: GuardrailName;
  readonly limits: readonly Limit[];
  readonly people: readonly string[];
  readonly rules: readonly string[];
  /** Rules are always held to it. */
  readonly always?: true;
}

const factor: Limit = { field: 'factor', kind: 'factor', least: 1, most: 1000 };
const plus: Limit = { field: 'plus', kind: 'amount', least: 0, most: 1_000_000 };
const share: Limit = { field: 'share', kind: 'share', least: 0, most: 100 };
const count = (field: string, least: number, most: number): Limit => ({ field, kind: 'count', least, most });
const time = (field: string): Limit => ({ field, kind: 'time', least: 0, most: 0 });

const people = ['off', 'warn', 'confirm', 'block'];
const rules = ['off', 'warn', 'clip', 'block'];

/** Limits of changes by people and by rules. */
export const changeRows: readonly GuardrailRow[] = [
  { name: 'bid_step', limits: [factor, plus], people, rules },
  { name: 'budget_step', limits: [factor], people, rules: [] },
  { name: 'budget_day', limits: [share], people, rules: [] },
  { name: 'rows', limits: [count('limit', 1, 5000)], people, rules: [] },
];

/** Limits of rules. A run that is held back has nothing to be clipped to, and nothing of it to be warned about. */
export const ruleRows: readonly GuardrailRow[] = [
  { name: 'rule_units', limits: [count('limit', 1, 20_000)], people: [], rules: [], always: true },
  { name: 'rule_day', limits: [share], people: [], rules },
  { name: 'spend_spike', limits: [factor, plus], people: [], rules: ['off', 'warn', 'block'] },
  { name: 'min_data', limits: [count('impressions', 0, 1_000_000)], people: [], rules: [], always: true },
  { name: 'quiet_hours', limits: [time('from'), time('to')], people: [], rules: ['off', 'block'] },
];

/** Modes that a call can set and that come to the same as one that is offered. */
const alike: Readonly<Record<string, string>> = {
  'spend_spike clip': 'block',
  'quiet_hours clip': 'block',
  'quiet_hours warn': 'off',
};

/** What a mode comes to, as it is offered. */
export const offeredMode = (name: GuardrailName, mode: string): string => alike[`${name} ${mode}`] ?? mode;

/** A setting of a guardrail by its path, `bid_step.factor`. */
export type SettingPath = `${GuardrailName}.${string}`;

export const pathOf = (name: GuardrailName, field: string): SettingPath => `${name}.${field}`;

/** All settings as they are kept, by path. */
export function settingsOf(guardrails: Guardrails): ReadonlyMap<SettingPath, number | string | boolean> {
  return new Map(
    (Object.keys(guardrails) as GuardrailName[]).flatMap((name) =>
      Object.entries(guardrails[name]).map(([field, value]) => [
        pathOf(name, field),
        typeof value === 'string' ? offeredMode(name, value) : value,
      ]),
    ),
  );
}
