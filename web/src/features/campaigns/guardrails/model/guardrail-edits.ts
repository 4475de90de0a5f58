import type {
  GuardrailName,
  Guardrails,
  GuardrailsWish,
} from '../../../../shared/campaigns/changes/guardrail-calls.ts';
import { guardrailMessages } from '../messages.ts';
import { changeRows, type Limit, pathOf, ruleRows, type SettingPath, settingsOf } from './guardrail-fields.ts';
import { readLimit } from './limit-text.ts';

/** What was typed or chosen and differs from what is kept, by path: limits as text, modes and switches as they are. */
export type GuardrailEdits = ReadonlyMap<SettingPath, string | boolean>;

const limits: ReadonlyMap<SettingPath, Limit> = new Map(
  [...changeRows, ...ruleRows].flatMap(({ name, limits: rowLimits }) =>
    rowLimits.map((limit) => [pathOf(name, limit.field), limit]),
  ),
);

export interface ReadEdits {
  /** Settings that are to be others than they are. */
  readonly wish: GuardrailsWish;
  /** How many. */
  readonly count: number;
  /** Why something cannot be kept, by path. */
  readonly faults: ReadonlyMap<SettingPath, string>;
}

/** What edits come to: what is typed as it is kept already is none. */
export function readEdits(edits: GuardrailEdits, guardrails: Guardrails, currency: string): ReadEdits {
  const kept = settingsOf(guardrails);
  const wish = new Map<GuardrailName, Record<string, unknown>>();
  const faults = new Map<SettingPath, string>();
  let count = 0;
  for (const [path, edit] of edits) {
    const limit = limits.get(path);
    const read = limit === undefined || typeof edit !== 'string' ? { value: edit } : readLimit(limit, edit, currency);
    if ('fault' in read) faults.set(path, read.fault);
    else if (read.value === kept.get(path)) continue;
    else {
      const [name, field] = path.split('.') as [GuardrailName, string];
      wish.set(name, { ...wish.get(name), [field]: read.value });
    }
    count += 1;
  }
  const hours = { ...guardrails.quiet_hours, ...wish.get('quiet_hours') };
  if (hours.rules !== 'off' && hours.from === hours.to && wish.has('quiet_hours')) {
    faults.set('quiet_hours.to', guardrailMessages.faults.sameTime);
  }
  return { wish: Object.fromEntries(wish) as GuardrailsWish, count, faults };
}
