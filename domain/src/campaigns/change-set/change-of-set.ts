import { decimalStringFromMicros } from '../../shared/money/micros.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import type { ChangeRequest } from '../change/change.decider.ts';
import { changeRequestOf } from '../change/change-request.ts';
import type { ChangeActor } from '../change/change-row.ts';
import { checkChange } from '../change/checks/check-change.ts';
import type { EntryLimits } from '../change/checks/entry-limits.ts';
import type { Edit } from '../change/checks/value-rules.ts';
import { type GuardrailScope, type Guardrails, guardedRows } from '../guardrail/guardrails.ts';
import type { ChangeSetRow } from './change-set.events.ts';
import type { ExistingChangeSet } from './change-set.state.ts';

/** A row of a set as an edit that was made when it was added. */
export const editOfRow = ({ key, field, base, new: wish }: ChangeSetRow): Edit => ({
  key,
  field,
  basedOn: base,
  wish: typeof wish === 'number' ? decimalStringFromMicros(wish) : wish,
});

/** What a set is checked against when it is applied. */
export interface SetScope {
  readonly changeId: string;
  readonly adamId: number;
  readonly limits: EntryLimits;
  readonly actor: ChangeActor;
  readonly comment: string | null;
  readonly confirmed: boolean;
  /** Campaigns of its rows, as the log has them. */
  readonly campaigns: ReadonlyMap<number, { readonly state: CampaignState; readonly revision: bigint | undefined }>;
  readonly guardrails: Guardrails;
  readonly budgetsToday: GuardrailScope['budgetsToday'];
  /** ISO 8601. */
  readonly at: string;
}

/**
 * The change that a set is applied as: its rows with the bases they had when they were added, checked as a direct change is.
 * @throws DomainError `not_found`, `invalid_request`, `guardrail`.
 */
export function changeOfSet(set: ExistingChangeSet, scope: SetScope): ChangeRequest {
  const { org_id, currency } = set;
  const { adamId, limits } = scope;
  const campaigns = new Map([...scope.campaigns].map(([id, { state }]) => [id, state]));
  const edits = [...set.rows.values()].map(editOfRow);
  const checked = checkChange(edits, { orgId: org_id, adamId, currency, limits, campaigns });
  const { budgetsToday, confirmed } = scope;
  const rows = guardedRows(checked, scope.guardrails, { currency, campaigns, budgetsToday, confirmed });
  return changeRequestOf({
    changeId: scope.changeId,
    applicationId: set.application_id,
    organization: { org_id, currency },
    actor: scope.actor,
    comment: scope.comment,
    confirmed,
    undoes: null,
    rows,
    campaigns: scope.campaigns,
    at: scope.at,
  });
}
