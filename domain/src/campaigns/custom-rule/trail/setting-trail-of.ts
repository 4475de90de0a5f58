import type { LabelMove } from '../../label/label-trail.ts';
import {
  type ChangeDirection,
  type RuleField,
  ruleFields,
  type SettingActor,
  type SettingChange,
  type SettingTrail,
} from '../evaluation/setting-trail.ts';
import type { FieldTrail, TrailActor, TrailChange, TrailValue } from './field-trail.ts';
import { trailActorOf } from './trail-actor.ts';
import { type Trails, trailName } from './trail-draft.ts';

/** What changes of rules say of themselves: whether people wrote them, and for how many days they leave a field alone after one. */
export type RuleOfChange = (
  actor: Extract<TrailActor, { kind: 'rule' }>,
  key: string,
  field: RuleField,
) => { readonly custom: boolean; readonly cooldownDays: number };

/**
 * The trail of a unit as rules look at it.
 * @param labelMoves Changes of its own labels, which its campaign does not know.
 */
export function settingTrailOf(
  trails: Trails,
  key: string,
  ruleOf: RuleOfChange,
  labelMoves: readonly LabelMove[] = [],
): SettingTrail {
  const trail: Partial<Record<RuleField, readonly SettingChange[]>> = {};
  for (const field of ruleFields) {
    const changes: FieldTrail = trails.get(trailName(key, field)) ?? [];
    if (changes.length > 0) trail[field] = changes.map((change) => settingChange(change, key, field, ruleOf));
  }
  if (labelMoves.length > 0) {
    trail.label = labelMoves.map((move) => settingChange(labelChange(move), key, 'label', ruleOf));
  }
  return trail;
}

/** A label that was added is the new value, and one that was removed the old one. */
const labelChange = ({ at, actor, add, label_id }: LabelMove): TrailChange => ({
  at,
  actor: trailActorOf(actor),
  from: add ? null : label_id,
  to: add ? label_id : null,
});

/** A change as rules look at it. @param key Of the unit. */
export function settingChange(change: TrailChange, key: string, field: RuleField, ruleOf: RuleOfChange): SettingChange {
  const { at, from, to } = change;
  return { at, from, to, direction: directionOf(from, to, field), actor: actorOf(change.actor, key, field, ruleOf) };
}

function actorOf(actor: TrailActor, key: string, field: RuleField, ruleOf: RuleOfChange): SettingActor {
  if (actor.kind !== 'rule') return { kind: actor.kind };
  const { kind, id, slot } = actor;
  return { kind, id, slot: slot.startsWith('manual-') ? null : slot, ...ruleOf(actor, key, field) };
}

/** A value that was not set before, or is none now, is neither more nor less. A keyword spends more than none, a negative less. */
export function directionOf(from: TrailValue, to: TrailValue, field?: RuleField): ChangeDirection {
  if (field === 'keyword') return to === null ? 'down' : 'up';
  if (field === 'negative') return to === null ? 'up' : 'down';
  if (to === 'ENABLED') return 'up';
  if (to === 'PAUSED') return 'down';
  if (typeof from !== 'number' || typeof to !== 'number' || from === to) return 'none';
  return to > from ? 'up' : 'down';
}
