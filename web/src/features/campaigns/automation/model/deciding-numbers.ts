import type { RuleVerdict } from '../api/automation-types.ts';
import { capName, capText } from './amounts.ts';

/** The numbers a decision was made on, beside their caps: "Impressions 512 of 900, CPA 2.33 of 3.50". */
export function decidingNumbers({ caps }: Pick<RuleVerdict, 'caps'>, currency: string): string {
  return caps
    .map(
      ({ cap, value, limit }) => `${capName(cap)} ${capText(cap, value, currency)} of ${capText(cap, limit, currency)}`,
    )
    .join(', ');
}
