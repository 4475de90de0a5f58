import { DomainError } from '../../../shared/domain-error.ts';
import { readAmount } from '../../../shared/money/amount.ts';
import {
  decimalStringFromMicros,
  microsFromDecimalString,
  microsPerUnit,
  unitsFromMicros,
} from '../../../shared/money/micros.ts';
import { isLatch } from '../evaluation/caps.ts';
import { type RuleCap, type RuleWindow, ruleCaps, updatesPerDay } from './rule-choices.ts';
import { defaultParams, type RuleParams } from './rule-params.ts';

/** Params as they were entered: numbers or their texts. */
export type EnteredParams = { readonly [Name in keyof RuleParams]?: number | string | null | undefined };

const capNames: Readonly<Record<RuleCap, string>> = {
  impressions_cap: 'Impressions cap',
  installs_cap: 'Installs cap',
  spend_cap: 'Spend cap',
  cpt_cap: 'CPT cap',
  cpa_cap: 'CPA cap',
  impression_share_cap: 'Impression share cap',
  cpt_bid_cap: 'CPT bid cap',
};

/**
 * Reads the params of a rule that raises bids.
 * @param currency Of the organizations it is for.
 * @throws DomainError `invalid_request` in the words of the first param that cannot be.
 */
export function readParams(entered: EnteredParams, currency: string): RuleParams {
  const stepType = choiceOf(entered, 'step_type', ['default', 'constant', 'percentage']) ?? defaultParams.step_type;
  return {
    campaign_type: choiceOf(entered, 'campaign_type', ['skag', 'regular']) ?? defaultParams.campaign_type,
    updates_per_day: updatesOf(entered),
    step_type: stepType,
    step_value: stepValueOf(entered, stepType, currency),
    impressions_cap: countOf(entered, 'impressions_cap'),
    installs_cap: countOf(entered, 'installs_cap'),
    spend_cap: amountOf(entered, 'spend_cap', currency),
    cpt_cap: amountOf(entered, 'cpt_cap', currency),
    cpa_cap: amountOf(entered, 'cpa_cap', currency),
    impression_share_cap: shareOf(entered),
    cpt_bid_cap: amountOf(entered, 'cpt_bid_cap', currency),
  };
}

/** Said of a rule without any cap. */
const withoutCapWarning = 'Without a cap bids rise up to the daily budget';

/** Said of a rule none of whose caps stops it permanently. */
const levelCapsWarning = 'Bids rise at every run until a cap holds them';

/** What is said of the caps of a rule, and allowed; `undefined` when one of them, once reached, ends its raises. */
export function capsWarning(params: RuleParams, window: RuleWindow): string | undefined {
  const set = ruleCaps.filter((cap) => params[cap] !== null);
  if (set.length === 0) return withoutCapWarning;
  return set.some((cap) => isLatch(cap, window)) ? undefined : levelCapsWarning;
}

/** Params as answers show them: amounts in units, a share as a fraction; what is not set is absent. */
export function displayedParams(params: RuleParams): Record<string, number | string> {
  const { step_value, campaign_type, updates_per_day, step_type, ...caps } = params;
  const displayedCaps = Object.entries(caps).map(([cap, limit]) => [
    cap,
    limit === null ? null : displayedCap(cap as RuleCap, limit),
  ]);
  const step = step_value === null ? {} : { step_value: unitsFromMicros(step_value) };
  const set = displayedCaps.filter(([, limit]) => limit !== null);
  return { campaign_type, updates_per_day, step_type, ...step, ...Object.fromEntries(set) };
}

const counted: ReadonlySet<string> = new Set(['impressions_cap', 'installs_cap']);

/** A limit as answers show it. */
export const displayedCap = (cap: RuleCap, limit: number): number =>
  counted.has(cap) ? limit : unitsFromMicros(limit);

function choiceOf<const Choice extends string>(
  entered: EnteredParams,
  name: 'campaign_type' | 'step_type',
  choices: readonly Choice[],
): Choice | undefined {
  const enteredChoice = entered[name];
  if (enteredChoice === undefined || enteredChoice === null) return undefined;
  const match = choices.find((choice) => choice === enteredChoice);
  if (match === undefined) {
    const words =
      name === 'campaign_type'
        ? 'Campaign type must be skag or regular'
        : 'Step type must be default, constant or percentage';
    throw refused(name, words);
  }
  return match;
}

function updatesOf({ updates_per_day: enteredCount }: EnteredParams): RuleParams['updates_per_day'] {
  if (enteredCount === undefined || enteredCount === null) return defaultParams.updates_per_day;
  const match = updatesPerDay.find((count) => String(count) === textOf(enteredCount));
  if (match === undefined) throw refused('updates_per_day', 'Updates per day must be 1, 2, 4 or 8');
  return match;
}

function stepValueOf(entered: EnteredParams, type: RuleParams['step_type'], currency: string): number | null {
  const enteredStep = entered.step_value;
  if (type === 'default') {
    if (enteredStep === undefined || enteredStep === null) return null;
    throw refused('step_value', 'The default step takes no value');
  }
  if (type === 'constant') {
    const micros = readAmount(textOf(enteredStep), currency);
    if (micros === null) throw refused('step_value', 'Step value must be positive number');
    return micros;
  }
  const text = textOf(enteredStep);
  const percent = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? microsFromDecimalString(text) : 0;
  if (percent <= 0 || percent > 100 * microsPerUnit) {
    throw refused('step_value', 'Step value must be a percentage above 0 and up to 100');
  }
  return percent;
}

function countOf(entered: EnteredParams, cap: 'impressions_cap' | 'installs_cap'): number | null {
  const enteredCap = entered[cap];
  if (enteredCap === undefined || enteredCap === null) return null;
  const text = textOf(enteredCap);
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw refused(cap, `${capNames[cap]} must be a whole number of at least 1`);
  return count;
}

function amountOf(entered: EnteredParams, cap: 'spend_cap' | 'cpt_cap' | 'cpa_cap' | 'cpt_bid_cap', currency: string) {
  const enteredCap = entered[cap];
  if (enteredCap === undefined || enteredCap === null) return null;
  const micros = readAmount(textOf(enteredCap), currency);
  if (micros === null) throw refused(cap, `${capNames[cap]} must be positive number`);
  return micros;
}

function shareOf({ impression_share_cap: enteredShare }: EnteredParams): number | null {
  if (enteredShare === undefined || enteredShare === null) return null;
  const text = textOf(enteredShare);
  const share = /^\d(\.\d{1,6})?$/.test(text) ? microsFromDecimalString(text) : 0;
  if (share < 1 || share > microsPerUnit) {
    throw refused('impression_share_cap', `${capNames.impression_share_cap} must be above 0 and at most 1`);
  }
  return share;
}

/** Digits as they were meant: `0.1 + 0.2` is no amount of two decimals, and neither is a text that is no number. */
function textOf(entered: number | string | null | undefined): string {
  if (typeof entered === 'string') return entered.trim();
  if (typeof entered !== 'number' || !Number.isFinite(entered) || entered < 0) return '';
  const micros = Math.round(entered * microsPerUnit);
  const exact = Number.isSafeInteger(micros) && micros / microsPerUnit === entered;
  return exact ? decimalStringFromMicros(micros) : String(entered);
}

const refused = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
