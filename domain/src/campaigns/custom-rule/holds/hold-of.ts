import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { PlannedRuleCase } from '../evaluation/plan-rule.ts';
import { hasMemory } from '../evaluation/rule-memory.ts';
import type { HoldReason } from '../evaluation/rule-verdict.ts';
import type { ChangeDirection, RuleField, SettingChange } from '../evaluation/setting-trail.ts';
import { shortDay } from '../numbers/complete-days.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { opposingChange } from './opposing-change.ts';
import { oscillatingUntil, turnsText } from './oscillation.ts';
import { daysAfter, isWithinDays } from './rule-days.ts';
import { isSetBack, isTakenBackLabel } from './taken-back.ts';

/** Why a unit whose conditions matched is left alone. */
export interface Hold {
  readonly reason: HoldReason;
  /** When it ends; milliseconds. `null`: not by itself. */
  readonly until: number | null;
  readonly message: string;
}

/** A field that is to be written, and whether that spends more. */
export interface HeldField {
  readonly field: RuleField;
  readonly direction: ChangeDirection;
}

interface HoldQuestion extends HeldField {
  readonly view: UnitView;
  readonly planned: PlannedRuleCase;
  readonly changes: readonly SettingChange[];
}

type HoldCheck = (question: HoldQuestion) => Hold | undefined;

/** Those that follow from what others changed. */
const holdsWithoutMemory: readonly HoldCheck[] = [isReleased, isOscillating, isCooling, isInCooldown, isOpposed];
const holds: readonly HoldCheck[] = [
  isReleased,
  isOscillating,
  isCooling,
  isInCooldown,
  isNotSettled,
  isOpposed,
  isAlreadyChanged,
  isChangedToday,
];

/** The first that holds, in the order in which they are asked, each of all fields that the case writes. */
export function holdOf(view: UnitView, planned: PlannedRuleCase, fields: readonly HeldField[]): Hold | undefined {
  const { ruleCase, index } = planned.conditions;
  if (ruleCase.once && view.memory?.done.includes(index) === true) {
    return { reason: 'done', until: null, message: 'This case acts once, and has' };
  }
  if (fields.every(({ field }) => isUntouched(view, field))) return undefined;
  const questions = fields.map(
    (field): HoldQuestion => ({
      ...field,
      view,
      planned,
      changes: view.unit.trail[field.field] ?? [],
    }),
  );
  for (const ask of hasMemory(view.world.version) ? holds : holdsWithoutMemory) {
    for (const question of questions) {
      const hold = ask(question);
      if (hold !== undefined) return hold;
    }
  }
  return undefined;
}

/** All that holds a field follows from its changes. Most units have none, so that they are not asked one by one. */
const isUntouched = ({ unit, memory }: UnitView, field: RuleField): boolean =>
  (unit.trail[field]?.length ?? 0) === 0 &&
  (memory === undefined || (memory.last[field] === undefined && !memory.released.includes(field)));

/** A person set the field back, to or past the value before this rule's change, since its cases or its 'Resume'. */
function isReleased({ view, field, changes }: HoldQuestion): Hold | undefined {
  const { memory, world } = view;
  const last = memory?.last[field];
  // The trail has changes too of which this rule was not told, as their calls had no answer.
  const latestOfRule = changes.findLast(({ actor }) => actor.kind === 'rule' && actor.id === world.version.id);
  const ruleChange = latestOfRule !== undefined && latestOfRule.at > (last?.at ?? 0) ? latestOfRule : last;
  const since = Math.max(world.version.casesSince, memory?.resumed[field] ?? 0);
  const isBack = (change: SettingChange, index: number): boolean => {
    if (change.actor.kind !== 'person' || change.at <= since) return false;
    if (field === 'label') return isTakenBackLabel(change, changes.slice(0, index), world.version.id);
    return ruleChange !== undefined && change.at > ruleChange.at && isSetBack(ruleChange, change.to);
  };
  if (memory?.released.includes(field) !== true && !changes.some(isBack)) return undefined;
  return { reason: 'released', until: null, message: 'A person took its change back' };
}

function isOscillating({ view, field, changes }: HoldQuestion): Hold | undefined {
  const { version, data } = view.world;
  if (version.rule.guards.oscillation === 'notify') return undefined;
  const held = oscillatingUntil(changes, data, view.memory?.resumed[field]);
  if (held === undefined) return undefined;
  return { reason: 'oscillating', until: held.until, message: turnsText(held.turns) };
}

/** What a rule reports that is not held where rules change fields to and fro. */
interface ReportedOscillation {
  /** Once however many fields. */
  readonly notes: readonly string[];
  /** When the last of them ends; milliseconds. `null`: none is changed to and fro. */
  readonly until: number | null;
}

const noOscillation: ReportedOscillation = { notes: [], until: null };

export function reportedOscillation(
  { unit, world, memory }: UnitView,
  fields: readonly HeldField[],
): ReportedOscillation {
  const { version, data } = world;
  if (version.rule.guards.oscillation !== 'notify') return noOscillation;
  const oscillations = fields.flatMap(
    ({ field }) => oscillatingUntil(unit.trail[field] ?? [], data, memory?.resumed[field]) ?? [],
  );
  if (oscillations.length === 0) return noOscillation;
  return {
    notes: [...new Set(oscillations.map(({ turns }) => turnsText(turns)))],
    until: Math.max(...oscillations.map(({ until }) => until)),
  };
}

const coolingHours = 24;

function isCooling({ view, changes }: HoldQuestion): Hold | undefined {
  const { asOf, hourMs } = view.world.data;
  const last = changes.findLast(({ actor }) => actor.kind === 'person');
  const until = last === undefined ? 0 : last.at + coolingHours * hourMs;
  if (asOf >= until) return undefined;
  return { reason: 'cooling', until, message: 'Changed by a person or at Apple Ads less than 24 hours ago' };
}

function isInCooldown({ view, planned, field }: HoldQuestion): Hold | undefined {
  const { data } = view.world;
  const ruleChange = view.memory?.last[field];
  if (ruleChange === undefined) return undefined;
  const until = daysAfter(ruleChange.at, planned.cooldownDays, data);
  if (data.asOf >= until) return undefined;
  return { reason: 'cooldown', until, message: `Cool-down until ${dayText(until, data.zone)}` };
}

const settledHours = 2.5;

function isNotSettled({ view, planned, changes }: HoldQuestion): Hold | undefined {
  const { pulledAt, hourMs } = view.world.data;
  const last = changes.at(-1);
  if (last === undefined || !planned.isOfToday) return undefined;
  const until = last.at + settledHours * hourMs;
  if (pulledAt !== null && pulledAt >= until) return undefined;
  return { reason: 'not_settled', until, message: 'The figures of today do not show its last change yet' };
}

/** When two rules disagree, the one that spends less wins: a lower is never held back by a raise. */
function isOpposed({ view, direction, changes }: HoldQuestion): Hold | undefined {
  const { data, version } = view.world;
  if (direction !== 'up') return undefined;
  const opposing = opposingChange(changes, version.id, data);
  if (opposing === undefined) return undefined;
  const { actor, until, text } = opposing;
  return { reason: 'opposed', until, message: text(nameOf(view, actor.id)) };
}

function isAlreadyChanged({ view, changes }: HoldQuestion): Hold | undefined {
  const { data, version } = view.world;
  const { slot } = data;
  if (slot === null) return undefined;
  const other = changes.findLast(
    ({ actor }) => actor.kind === 'rule' && actor.id !== version.id && actor.slot === slot.id,
  );
  if (other?.actor.kind !== 'rule') return undefined;
  const message = `Already changed by ${nameOf(view, other.actor.id)}`;
  return { reason: 'already_changed', until: slot.at + data.hourMs, message };
}

/** One change by rules that people write, of a field of a unit in a local day. */
function isChangedToday({ view, field, changes }: HoldQuestion): Hold | undefined {
  const { data } = view.world;
  const last = changes.findLast(({ actor }) => actor.kind === 'rule' && actor.custom)?.at;
  const at = Math.max(last ?? 0, view.memory?.last[field]?.at ?? 0);
  if (at === 0 || !isWithinDays(at, 1, data)) return undefined;
  return { reason: 'limit', until: daysAfter(at, 1, data), message: 'Rules change a setting once a day' };
}

const nameOf = ({ world }: UnitView, id: number): string => world.data.ruleNames.get(id) ?? `Rule ${id}`;
const dayText = (ms: number, zone: string): string => shortDay(dayInZone(ms, zone));
