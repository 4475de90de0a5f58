import { dayMs } from '../../../shared/calendar/days.ts';

/** Micros of amounts, statuses; `null`: not set. */
export type TrailValue = number | string | null;

/** Who changed a setting, as its campaign says it. */
export type TrailActor =
  | {
      readonly kind: 'rule';
      readonly id: number;
      readonly version: number;
      /** Id of the slot, or `manual-<uuid>`. */
      readonly slot: string;
    }
  | { readonly kind: 'person' | 'creation' };

/** A change of one setting of one object. Instants in milliseconds. */
export interface TrailChange {
  readonly at: number;
  readonly actor: TrailActor;
  readonly from: TrailValue;
  readonly to: TrailValue;
  /** When a pull saw it, where that is all that is known of it. */
  readonly observedAt?: number;
}

/** Oldest first. */
export type FieldTrail = readonly TrailChange[];

const keptMs = 28 * dayMs;
/** However often a setting is changed. */
const mostKept = 100;

/** A trail with one more change. Kept are those of 28 days, and what came since each rule changed it last. */
export function withTrailChange(trail: FieldTrail, change: TrailChange): FieldTrail {
  const all = [...trail, change];
  const lastByRules = new Map<number, number>();
  for (const [index, { actor }] of all.entries()) if (actor.kind === 'rule') lastByRules.set(actor.id, index);
  const needed = Math.min(all.length - 1, ...lastByRules.values());
  const kept = all.filter(({ at }, index) => index >= needed || at >= change.at - keptMs);
  return kept.slice(-mostKept);
}

/** What a row set, and when it was sent. Instants in milliseconds. */
export interface SentSetting {
  readonly to: TrailValue;
  readonly actor: TrailActor;
  readonly sentAt: number;
}

/**
 * A value that a pull saw after a row was sent, and that is exactly the row's, was set by that row.
 * @returns `undefined` where no pull saw it.
 */
export function claimTrailChange(trail: FieldTrail, { to, actor, sentAt }: SentSetting): FieldTrail | undefined {
  const index = trail.findIndex((change) => change.to === to && (change.observedAt ?? 0) >= sentAt);
  if (index === -1) return undefined;
  return trail.map((change, position) => {
    if (position !== index) return change;
    const { at, from } = change;
    return { at, from, to, actor };
  });
}
