import type { ApplyTo, Rule, RuleParams, RuleType, RuleWindow } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';
import { type CapName, capNames, unitOfCap } from './amounts.ts';
import { paramFault } from './param-faults.ts';

const { errors } = automationMessages;

/** A rule as it is typed. */
export interface RuleValues {
  type: RuleType | null;
  name: string;
  campaignType: 'skag' | 'regular';
  updates: number;
  step: 'default' | 'constant' | 'percentage';
  stepValue: string;
  /** As typed; a share in percent. */
  caps: Readonly<Record<CapName, string>>;
  window: RuleWindow;
  shadow: boolean;
  applyTo: ApplyTo;
}

export type RuleField = 'type' | 'name' | 'stepValue' | 'applyTo' | CapName;
export type RuleErrors = Partial<Record<RuleField, string>>;

const noCaps = Object.fromEntries(capNames.map((cap) => [cap, ''])) as Record<CapName, string>;

export const emptyRule = (type: RuleType | null): RuleValues => ({
  type,
  name: '',
  campaignType: 'skag',
  updates: 1,
  step: 'default',
  stepValue: '',
  caps: noCaps,
  window: 'lifetime',
  shadow: false,
  applyTo: {},
});

/** A saved rule as the form shows it. */
export function valuesOf(rule: Rule): RuleValues {
  const { automation_params: params } = rule;
  const typed = (cap: CapName) => {
    const { [cap]: limit } = params;
    if (limit == null) return '';
    return unitOfCap[cap] === 'share' ? String(Math.round(limit * 1e6) / 1e4) : String(limit);
  };
  return {
    type: rule.type,
    name: rule.campaign_name,
    campaignType: params.campaign_type ?? 'skag',
    updates: params.updates_per_day ?? 1,
    step: params.step_type ?? 'default',
    stepValue: params.step_value == null ? '' : String(params.step_value),
    caps: Object.fromEntries(capNames.map((cap) => [cap, typed(cap)])) as Record<CapName, string>,
    window: rule.window,
    shadow: rule.mode === 'shadow',
    applyTo: rule.apply_to,
  };
}

/** Params as they are sent: texts as typed, so that nothing is rounded on the way; caps that are not set are left out. */
export function paramsOf({ campaignType, updates, step, stepValue, caps }: RuleValues): RuleParams {
  const set = capNames.filter((cap) => caps[cap].trim() !== '');
  const limits = Object.fromEntries(set.map((cap) => [cap, numberOf(cap, caps[cap])]));
  return {
    campaign_type: campaignType,
    updates_per_day: updates,
    step_type: step,
    ...(step === 'default' ? {} : { step_value: Number(stepValue) }),
    ...limits,
  };
}

/** A cap as a number; percent becomes a fraction. */
function numberOf(cap: CapName, text: string): number {
  const typed = Number(text.trim());
  return unitOfCap[cap] === 'share' ? Math.round(typed * 1e4) / 1e6 : typed;
}

const mostCampaigns = 500;
export const chosenCount = (applyTo: ApplyTo): number =>
  Object.values(applyTo).reduce((sum, ids) => sum + ids.length, 0);

/**
 * What is wrong with a rule, field by field, in the words the server has for it.
 * @param currencies of the ad organizations it is applied to
 */
export function checkRule(values: RuleValues, currencies: readonly string[]): RuleErrors {
  const ruleErrors: RuleErrors = {};
  if (values.type === null) ruleErrors.type = errors.type;
  const name = values.name.trim();
  if (name.length < 1 || name.length > 100) ruleErrors.name = errors.name;
  const [currency = 'USD', ...others] = currencies;
  if (others.some((other) => other !== currency)) ruleErrors.applyTo = errors.currency;
  if (chosenCount(values.applyTo) > mostCampaigns) ruleErrors.applyTo = errors.tooMany;
  if (values.type !== 'raise_bids') return ruleErrors;
  const step = values.step === 'default' ? null : paramFault('step_value', values.stepValue, values.step, currency);
  if (step !== null) ruleErrors.stepValue = step;
  for (const cap of capNames) {
    if (values.caps[cap].trim() === '') continue;
    const fault = paramFault(cap, values.caps[cap], values.step, currency);
    if (fault !== null) ruleErrors[cap] = fault;
  }
  return ruleErrors;
}

export const hasCap = ({ caps }: Pick<RuleValues, 'caps'>): boolean => capNames.some((cap) => caps[cap].trim() !== '');

/** Rules that raise bids of the same campaigns and are at work; a shadow raises nothing. */
export function overlapping(applyTo: ApplyTo, rules: readonly Rule[], ownId: number | null): Rule[] {
  return rules.filter(
    (rule) =>
      rule.id !== ownId &&
      rule.type === 'raise_bids' &&
      rule.status === 'active' &&
      rule.mode === 'live' &&
      Object.entries(applyTo).some(([group, ids]) => ids.some((id) => rule.apply_to[group]?.includes(id) === true)),
  );
}

/** Without organizations no campaign of which is chosen. */
export const withoutEmpty = (applyTo: ApplyTo): ApplyTo =>
  Object.fromEntries(Object.entries(applyTo).filter(([, ids]) => ids.length > 0));
