/** A rule in one ad organization. What it has done, and what is due, is in the log. */
export interface RunAutomationInput {
  readonly automation_id: number;
  readonly org_id: number;
}

/** A run of a rule: one that is under way, or a slot that has come. */
export interface RuleRun extends RunAutomationInput {
  readonly slot: string;
  /** Milliseconds since 1970. */
  readonly slot_at: number;
}

/** What a rule has to do now. */
export interface NextSlot {
  /** `null` while there is nothing to run. */
  readonly run: RuleRun | null;
  /** Slots that passed and are not made up. */
  readonly missed: number;
  /** Until the next slot; `null` when none will come. */
  readonly pause_seconds: number | null;
}

/** How the evaluation of a run ended: `waiting` for fresh figures, or for an older rule that goes first. */
export type SlotEvaluation =
  | { readonly state: 'decided' | 'left_out' }
  | { readonly state: 'waiting'; readonly pause_seconds: number };
