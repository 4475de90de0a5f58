import type { ExistingCustomRule } from './existing-custom-rule.ts';

/**
 * From when on slots in an ad organization are the rule's: not before it had campaigns there.
 * @returns ISO 8601.
 */
export function slotsSinceIn({ slotsSince, versions }: ExistingCustomRule, orgId: number): string {
  const without = versions.findLastIndex(({ apply_to }) => (apply_to[orgId] ?? []).length === 0);
  const added = versions[without + 1]?.since ?? slotsSince;
  return added > slotsSince ? added : slotsSince;
}
