import type { Rule } from '../api/automation-types.ts';

/** Rules that raise bids in the campaign of a keyword, those at work first. @param key `campaign:adgroup:keyword` */
export function coveringRules(rules: readonly Rule[], key: string): Rule[] {
  const campaign = Number(key.split(':')[0]);
  return rules
    .filter(
      ({ type, apply_to: applyTo }) =>
        type === 'raise_bids' && Object.values(applyTo).some((ids) => ids.includes(campaign)),
    )
    .sort((left, right) => Number(right.status === 'active') - Number(left.status === 'active') || left.id - right.id);
}
