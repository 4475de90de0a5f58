import type { AppleAmount } from '../api/proposals-api.ts';
import { type EditTarget, editableField, editOf } from './edit-cells.ts';
import { baseOf, type EditField, microsOf, type PendingEdit } from './pending-edit.ts';

/** What Apple can be asked for: daily budgets and target CPAs of campaigns, bids of keywords. */
export type ProposalKind = 'budgets' | 'targets' | 'bids';

/** An edit that Apple proposes; it is entered when a person chooses it. */
export interface Proposal {
  readonly edit: PendingEdit;
  readonly expectedInstalls: number | null;
}

/** So many are listed at once. */
export const mostProposals = 200;

/** The edits that a person can choose: of settings that are otherwise now and can be edited. */
export const proposalsOf = (kind: ProposalKind, amounts: readonly AppleAmount[], table: EditTarget): Proposal[] =>
  amounts.flatMap((amount) => {
    const edit = kind === 'bids' ? bidEdit(amount, table) : campaignEdit(amount, campaignFields[kind]);
    return edit === null || edit.value === baseOf(edit) ? [] : [{ edit, expectedInstalls: amount.expectedInstalls }];
  });

const campaignFields = { budgets: 'daily_cap', targets: 'target_cpa' } as const;

const campaignEdit = ({ id, name, current, amount }: AppleAmount, field: EditField): PendingEdit => ({
  key: String(id),
  field,
  value: microsOf(amount),
  base: microsOf(current),
  name: name ?? String(id),
  path: [],
});

/** Of a keyword that the table has. */
function bidEdit({ id, amount }: AppleAmount, table: EditTarget): PendingEdit | null {
  const row = table.rowOf(id);
  if (row === undefined || editableField(table.level, row, 'cpt_bid') === null) return null;
  return editOf(table, row, 'cpt_bid', microsOf(amount));
}
