import { fieldsOf } from '@tapwise/domain';

/** Campaigns of a rule with numbers for ids that were entered as decimal texts. */
export function withPlainIds<Entered extends { readonly apply_to?: unknown }>(entered: Entered): Entered {
  const lists = fieldsOf(entered.apply_to);
  if (lists === undefined) return entered;
  const apply_to = Object.fromEntries(
    Object.entries(lists).map(([organization, list]) => [organization, Array.isArray(list) ? list.map(plainId) : list]),
  );
  return { ...entered, apply_to };
}

const plainId = (entered: unknown): unknown =>
  typeof entered === 'string' && /^[1-9]\d{0,15}$/.test(entered) ? Number(entered) : entered;
