import type { ChangeRequest } from './change.decider.ts';
import type { ChangeActor, ChangeRow } from './change-row.ts';
import { campaignsOf } from './checks/check-change.ts';

/** What a checked change is about. */
export interface CheckedRows {
  readonly changeId: string;
  readonly applicationId: number;
  readonly organization: { readonly org_id: number; readonly currency: string };
  readonly actor: ChangeActor;
  readonly comment: string | null | undefined;
  /** Limits that ask were confirmed. */
  readonly confirmed: boolean;
  readonly undoes: string | null;
  readonly rows: readonly ChangeRow[];
  /** Up to which event of its stream each campaign was checked. */
  readonly campaigns: ReadonlyMap<number, { readonly revision: bigint | undefined }>;
  /** ISO 8601. */
  readonly at: string;
}

/** The intent of a change, as it is recorded. */
export function changeRequestOf(checked: CheckedRows): ChangeRequest {
  const { organization, rows, campaigns } = checked;
  return {
    change_id: checked.changeId,
    application_id: checked.applicationId,
    org_id: organization.org_id,
    currency: organization.currency,
    actor: checked.actor,
    comment: checked.comment?.trim() || null,
    requested_at: checked.at,
    guardrails_confirmed: checked.confirmed,
    undoes: checked.undoes,
    campaigns: campaignsOf(rows.map(({ key }) => key)).map((campaign_id) => ({
      campaign_id,
      revision: Number(campaigns.get(campaign_id)?.revision ?? 0n),
    })),
    rows: [...rows],
  };
}
