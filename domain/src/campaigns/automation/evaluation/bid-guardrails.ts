import { amountText, smallestAmount } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { Guardrails } from '../../guardrail/guardrails.ts';

/** Said where nothing is raised because the campaigns of a rule spent too much. */
export const spikeText = 'Guardrail: the campaigns of the rule spent far more today than they use to';
export const spikeUnknownText = 'Guardrail: what the campaigns of the rule spent today is not known';

export const raiseLimitText = (most: number, currency: string): string =>
  `Guardrail: a rule may raise this bid to at most ${amountText(most, currency)}`;

/** The highest bids that guardrails that are switched on let a rule set; micros, whole amounts of the currency. */
export function raiseLimits(
  { bid_step: step, rule_day: day }: Pick<Guardrails, 'bid_step' | 'rule_day'>,
  currency: string,
  { bid, atMidnight }: { readonly bid: number; readonly atMidnight: number },
) {
  const least = smallestAmount(currency);
  const whole = (most: number) => Math.floor(most / least) * least;
  const atStep = Math.max(times(bid, step.factor), bid + Math.round(step.plus * microsPerUnit));
  return [
    { mode: step.rules, most: whole(atStep) },
    { mode: day.rules, most: whole(atMidnight + times(atMidnight, day.share)) },
  ].filter(({ mode }) => mode !== 'off');
}

/** Whole micros of an amount times a factor with at most three decimals. */
const times = (micros: number, by: number): number => Number((BigInt(micros) * BigInt(Math.round(by * 1000))) / 1000n);
