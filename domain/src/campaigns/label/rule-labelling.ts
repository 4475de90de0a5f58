import type { LabelChange } from './label-change.ts';
import type { Label } from './labels.ts';

/** What a rule does to the labels of units in one ad organization. */
export interface RuleLabelling {
  readonly change_id: string;
  readonly application_id: number;
  readonly organization: { readonly org_id: number; readonly currency: string };
  readonly label: Label;
  /** Added, else removed. */
  readonly add: boolean;
  /** Units, at most 5,000. */
  readonly keys: readonly string[];
  /** Rule, version and slot. */
  readonly source: string;
  readonly comment: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The change of labels that a rule makes, which is undone like a person's. An action that adds one label and removes another makes two. */
export function labelChangeOfRule(labelling: RuleLabelling): LabelChange {
  const { change_id, application_id, organization, label, add, keys, source, comment, at } = labelling;
  const campaigns = new Set(keys.map((key) => Number(key.split(':', 1)[0])));
  return {
    change_id,
    application_id,
    label,
    actor: { kind: 'rule', account_id: null, source },
    comment,
    undoes: null,
    changed_at: at,
    settings_currency: organization.currency,
    campaigns: [...campaigns].map((campaign_id) => ({ campaign_id, org_id: organization.org_id })),
    rows: keys.map((key) => ({ key, add, deleted: false })),
  };
}
