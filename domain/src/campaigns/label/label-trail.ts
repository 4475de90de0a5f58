import type { ChangeActor } from '../change/change-row.ts';
import type { LabelEvent } from './label.events.ts';

/** A label that was added to an object or removed from it. */
export interface LabelMove {
  /** Milliseconds. */
  readonly at: number;
  readonly label_id: number;
  readonly add: boolean;
  readonly actor: ChangeActor;
}

/** By key of the object, oldest first. */
export type LabelTrails = ReadonlyMap<string, readonly LabelMove[]>;

/** Longer than any cool-down of a rule, and than the days in which turns are counted. */
const keptMs = 91 * 86_400_000;

/** Changes of the labels of each object, for the holds of rules: those of 91 days before the newest one of the object. */
export const labelTrailsDecider = {
  initialState: (): LabelTrails => new Map(),
  evolve: (trails: LabelTrails, event: LabelEvent): LabelTrails => labelTrailsDecider.evolveMany(trails, [event]),
  evolveMany(trails: LabelTrails, events: readonly LabelEvent[]): LabelTrails {
    const next = new Map(trails);
    for (const event of events) if (event.type === 'LabelObjectsChanged') applyMoves(next, event);
    return next;
  },
};

function applyMoves(
  trails: Map<string, readonly LabelMove[]>,
  { data: { changed_at, label_id, actor, rows } }: Extract<LabelEvent, { type: 'LabelObjectsChanged' }>,
): void {
  const at = Date.parse(changed_at);
  for (const { key, add, outcome } of rows) {
    if (outcome !== 'changed') continue;
    const recent = (trails.get(key) ?? []).filter((move) => at - move.at <= keptMs);
    trails.set(key, [...recent, { at, label_id, add, actor }]);
  }
}
