import type { EnteredGuards } from '../../api/entered-rule.ts';
import { usualGuards } from '../words/safety-texts.ts';
import { numberOf, textOf } from './entered-numbers.ts';

/** Guards of a rule as they are typed; percentages for fractions, empty for the usual value. */
export interface GuardTexts {
  readonly cooldown: string;
  readonly hasFloors: boolean;
  readonly installs: string;
  readonly maturity: string;
  readonly confidence: 'low' | 'medium' | 'high';
  readonly trust: boolean;
  readonly unitsPerRun: string;
  readonly unitsPerDay: string;
  readonly maxShare: string;
  readonly raisePerDay: string;
  readonly oscillation: 'hold' | 'notify';
}

export function guardTexts(guards: EnteredGuards): GuardTexts {
  const { floors = true } = guards;
  return {
    cooldown: textOf(guards.cooldown_days ?? undefined, 'plain'),
    hasFloors: floors !== false,
    installs: typeof floors === 'object' ? textOf(floors.installs, 'plain') : '',
    maturity: textOf(guards.maturity ?? usualGuards.maturity, 'percent'),
    confidence: guards.confidence ?? usualGuards.confidence,
    trust: guards.trust ?? true,
    unitsPerRun: textOf(guards.units_per_run ?? usualGuards.unitsPerRun, 'plain'),
    unitsPerDay: textOf(guards.units_per_day ?? usualGuards.unitsPerDay, 'plain'),
    maxShare: textOf(guards.max_share ?? usualGuards.maxShare, 'percent'),
    raisePerDay: textOf(guards.raise_per_day ?? undefined, 'plain'),
    oscillation: guards.oscillation ?? 'hold',
  };
}

/** Names of fields that hold no number. */
export const badGuards = (texts: GuardTexts): (keyof GuardTexts)[] => {
  const required = (['maturity', 'unitsPerRun', 'unitsPerDay', 'maxShare'] as const).filter(
    (name) => numberOf(texts[name], 'plain') === null,
  );
  const optional = (['cooldown', 'installs', 'raisePerDay'] as const).filter(
    (name) => texts[name].trim() !== '' && numberOf(texts[name], 'plain') === null,
  );
  return [...optional, ...required];
};

/** Guards with what was typed; floors that the form does not show stay. */
export function guardsWith(before: EnteredGuards, texts: GuardTexts): EnteredGuards {
  const number = (text: string) => numberOf(text, 'plain') ?? undefined;
  return {
    ...before,
    floors: floorsWith(before.floors, texts),
    maturity: numberOf(texts.maturity, 'percent') ?? undefined,
    confidence: texts.confidence,
    trust: texts.trust,
    cooldown_days: number(texts.cooldown) ?? null,
    units_per_run: number(texts.unitsPerRun),
    units_per_day: number(texts.unitsPerDay),
    max_share: numberOf(texts.maxShare, 'percent') ?? undefined,
    raise_per_day: number(texts.raisePerDay) ?? null,
    oscillation: texts.oscillation,
  };
}

function floorsWith(before: EnteredGuards['floors'], { hasFloors, installs }: GuardTexts): EnteredGuards['floors'] {
  if (!hasFloors) return false;
  const others = typeof before === 'object' ? before : {};
  const least = numberOf(installs, 'plain');
  if (least !== null) return { ...others, installs: least };
  const { installs: _, ...rest } = others;
  return Object.keys(rest).length === 0 ? true : rest;
}
