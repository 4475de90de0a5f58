import type { ActionVerdict, VerdictReason } from '../evaluation/rule-verdict.ts';
import type { ChangeDirection } from '../evaluation/setting-trail.ts';
import type { FigureReading } from '../numbers/figure-reading.ts';
import type { PlannedAction } from './plan-action.ts';

/** What one action of a case comes to for one unit, before anything holds it back. */
export type ActionDecision = { readonly planned: PlannedAction } & (
  | {
      readonly kind: 'write';
      readonly verdict: ActionVerdict;
      readonly direction: ChangeDirection;
      /** Said beside the change. */
      readonly note: string | null;
    }
  /** Nothing is left within limits, or a guardrail or a conflict forbids it. */
  | {
      readonly kind: 'limited' | 'blocked';
      readonly verdict: ActionVerdict;
      readonly direction: ChangeDirection;
      readonly note: string | null;
    }
  | {
      readonly kind: 'not_applicable';
      readonly verdict: ActionVerdict;
      readonly reason: VerdictReason;
      readonly note: string | null;
    }
  /** A figure that the action needs is not known. */
  | { readonly kind: 'no_data'; readonly reading: FigureReading }
  | { readonly kind: 'notify'; readonly verdict: ActionVerdict }
);

/** An action that changes nothing. */
export const unchanged = ({ action, field }: PlannedAction, old: ActionVerdict['old'] = null): ActionVerdict => ({
  do: action.do,
  field,
  old,
  computed: null,
  new: null,
  limited_by: null,
});

export const notApplicable = (
  planned: PlannedAction,
  reason: VerdictReason,
  note: string | null = null,
  old: ActionVerdict['old'] = null,
): ActionDecision => ({ planned, kind: 'not_applicable', verdict: unchanged(planned, old), reason, note });
