import type { RuleLevel } from '../definition/custom-rule.ts';

/** What a param of a template is: an amount of the application's or of the ad organization's currency, a fraction, or an id. */
export type TemplateUnit = 'money' | 'fraction' | 'bid' | 'campaign' | 'label';

/** A param that is asked for; its name begins with `$` and is written in the rule where its value belongs. */
export interface TemplateParam {
  readonly name: string;
  readonly label: string;
  readonly unit: TemplateUnit;
}

/** A rule as it may be entered, with names of params instead of numbers. */
export interface TemplateRule {
  readonly level: RuleLevel;
  readonly cases: readonly object[];
  readonly scope?: object;
  readonly schedule?: object;
  readonly guards?: object;
}

/** A rule that people may start from: when it helps, and what may go wrong. */
export interface RuleTemplate {
  readonly id: string;
  readonly name: string;
  readonly rule: TemplateRule;
  readonly params: readonly TemplateParam[];
  readonly use: string;
  readonly risk: string;
}

const units: Readonly<Record<string, TemplateUnit>> = {
  $cpa: 'money',
  $roas: 'fraction',
  $limit: 'money',
  $min: 'bid',
  $max: 'bid',
  $camp: 'campaign',
  $label: 'label',
};

const labels: Readonly<Record<string, string>> = {
  $cpa: 'Target CPA',
  $roas: 'Target ROAS',
  $limit: 'Limit',
  $min: 'Lowest bid',
  $max: 'Highest bid',
  $camp: 'Campaign',
  $label: 'Label',
};

/** Params in the order in which a rule names them. */
function paramsOf(rule: TemplateRule, overrides: Readonly<Record<string, string>>): TemplateParam[] {
  const names = new Set(JSON.stringify(rule).match(/(?<=")\$[a-z]+(?=")/g));
  return [...names].map((name) => ({
    name,
    label: overrides[name] ?? labels[name] ?? name,
    unit: units[name] ?? 'money',
  }));
}

interface TemplateText {
  readonly name: string;
  readonly use: string;
  readonly risk: string;
  /** Labels of params that mean something else in this template. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** @param text What is said of it; its params are found in the rule. */
export const template = (id: string, text: TemplateText, rule: TemplateRule): RuleTemplate => {
  const { name, use, risk } = text;
  return { id, name, rule, params: paramsOf(rule, text.labels ?? {}), use, risk };
};

/** Bids by so many percent lower or higher, within limits that are asked for. */
export const lower = (percent: number) => ({ do: 'bid', how: 'lower', percent, min: '$min', max: '$max' });
export const raise = (percent: number) => ({ do: 'bid', how: 'raise', percent, min: '$min', max: '$max' });
