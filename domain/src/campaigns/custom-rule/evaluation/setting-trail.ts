/** What rules write, by the names of report columns; `keyword`, `negative` of search terms. */
export const ruleFields = [
  'cpt_bid',
  'cpa_goal',
  'target_cpa',
  'daily_cap',
  'status',
  'label',
  'keyword',
  'negative',
] as const;
export type RuleField = (typeof ruleFields)[number];

/** Whether a change spends more or less: a raise and a start, a lower value and a pause. */
export type ChangeDirection = 'up' | 'down' | 'none';

/** Who changed a setting. */
export type SettingActor =
  | {
      readonly kind: 'rule';
      readonly id: number;
      /** Rules that people write, not those of a fixed type. */
      readonly custom: boolean;
      /** For how many days the rule leaves the setting alone after this change. */
      readonly cooldownDays: number;
      /** Id of its slot; `null`: by hand. */
      readonly slot: string | null;
    }
  /** A person, a change set, an undo, or someone outside this product. */
  | { readonly kind: 'person' }
  | { readonly kind: 'creation' };

/** A change of one setting, confirmed or decided by an earlier rule of the same slot. */
export interface SettingChange {
  /** Milliseconds. */
  readonly at: number;
  readonly actor: SettingActor;
  readonly direction: ChangeDirection;
  /** Micros of amounts, statuses, ids of labels. */
  readonly from: number | string | null;
  readonly to: number | string | null;
}

/**
 * Changes of each setting, oldest first: the last one by anyone, those of the last 28 days, those of other rules within their cool-downs,
 * and those since the last change of this rule.
 */
export type SettingTrail = Readonly<Partial<Record<RuleField, readonly SettingChange[]>>>;
