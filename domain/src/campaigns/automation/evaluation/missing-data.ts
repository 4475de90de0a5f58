import { ruleFigureNames } from '../run/rule-figure-names.ts';
import { spikeUnknownText } from './bid-guardrails.ts';
import { type CapCheck, comparedFigures, isUndecided } from './caps.ts';
import type { RuleData } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';

/** What must be known before a unit may be raised and is not, as it is shown; `undefined`: everything it depends on is known. */
export function missingText(
  { spike, guardrails }: RuleData,
  { campaign, inputs }: RuleUnit,
  caps: readonly CapCheck[],
): string | undefined {
  if (campaign.dailyBudget !== null && campaign.isSpentTodayPartial) return budgetText;
  const undecided = caps.filter(({ cap, limit }) => isUndecided(cap, limit, inputs));
  const needed = new Set(undecided.flatMap(({ cap }) => comparedFigures(cap)));
  const missing = ruleFigureNames.filter((name) => needed.has(name) && inputs.partial?.includes(name));
  if (missing.length > 0) return `Not known for every day: ${missing.join(', ')}`;
  return spike === null && ['clip', 'block'].includes(guardrails.spend_spike.rules) ? spikeUnknownText : undefined;
}

const budgetText = 'What its campaign spent today is not known';
