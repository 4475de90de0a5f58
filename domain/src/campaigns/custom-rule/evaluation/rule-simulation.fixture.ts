import { dayInZone, localTimeInZone } from '../../../shared/calendar/zones.ts';
import { cooldownDays } from '../holds/cooldown.ts';
import { daysAfter } from '../holds/rule-days.ts';
import type { EvaluatedUnit, EvaluationData } from './evaluation-data.ts';
import { rememberRun } from './remember-verdict.ts';
import type { EvaluatedVersion, RuleMemory } from './rule-memory.ts';
import type { RuleVerdict } from './rule-verdict.ts';
import { dataOf, evaluateInFull, noMemory } from './sample-world.fixture.ts';
import type { RuleField, SettingChange } from './setting-trail.ts';

/** Units whose settings follow from what rules and people do, and what each rule remembers. */
export interface SimulatedWorld {
  readonly units: readonly EvaluatedUnit[];
  readonly memories: ReadonlyMap<number, RuleMemory>;
  /** When each rule last ran, for what it counts by day; milliseconds. */
  readonly ranAt: ReadonlyMap<number, number>;
}

export const simulatedWorld = (units: readonly EvaluatedUnit[]): SimulatedWorld => ({
  units,
  memories: new Map(),
  ranAt: new Map(),
});

/** What a simulated rule decided. */
export interface SimulatedRun {
  readonly id: number;
  readonly at: number;
  readonly verdicts: readonly RuleVerdict[];
}

/** A unit after a change of its bid or its status. */
export function withChange(unit: EvaluatedUnit, field: RuleField, change: SettingChange): EvaluatedUnit {
  const trail = { ...unit.trail, [field]: [...(unit.trail[field] ?? []), change] };
  const { to } = change;
  if (field === 'cpt_bid' && typeof to === 'number') {
    return { ...unit, trail, settings: { ...unit.settings, cptBid: to, ownBid: to } };
  }
  return field === 'status' && (to === 'ENABLED' || to === 'PAUSED')
    ? { ...unit, trail, status: to }
    : { ...unit, trail };
}

/** One slot: the rules run in their order, and each sees at once what the ones before it decided. */
export function runSlot(
  world: SimulatedWorld,
  versions: readonly EvaluatedVersion[],
  asOf: number,
  data: Partial<EvaluationData> = {},
): { readonly world: SimulatedWorld; readonly runs: SimulatedRun[] } {
  let { units } = world;
  const memories = new Map(world.memories);
  const ranAt = new Map(world.ranAt);
  const runs: SimulatedRun[] = [];
  for (const version of versions) {
    const id = version.id ?? 0;
    const zone = data.zone ?? 'Europe/Berlin';
    const slot = { id: localTimeInZone(asOf, zone).slice(0, 13), at: asOf, nextAt: asOf + 86_400_000 };
    const ruleData = dataOf({ ...data, asOf, pulledAt: asOf, slot, units });
    const memory = memoryAt(memories.get(id) ?? noMemory, ranAt.get(id), ruleData);
    const { verdicts } = evaluateInFull(version, ruleData, memory);
    runs.push({ id, at: asOf, verdicts });
    const day = dayInZone(asOf, zone);
    memories.set(id, rememberRun(memory, verdicts, { at: asOf, day, cases: version.rule.cases }));
    ranAt.set(id, asOf);
    units = units.map((unit) => afterVerdict(unit, verdicts, version, asOf, slot.id));
  }
  return { world: { units, memories, ranAt }, runs };
}

/** Counts of the day begin again with it. */
function memoryAt(memory: RuleMemory, ranAt: number | undefined, data: EvaluationData): RuleMemory {
  const isNewDay = ranAt !== undefined && data.asOf >= daysAfter(ranAt, 1, data);
  return isNewDay ? { units: memory.units, today: noMemory.today } : memory;
}

function afterVerdict(
  unit: EvaluatedUnit,
  verdicts: readonly RuleVerdict[],
  { id, rule }: EvaluatedVersion,
  at: number,
  slot: string,
): EvaluatedUnit {
  const verdict = verdicts.find(({ key }) => key === unit.key);
  const ruleCase = rule.cases[verdict?.case ?? -1];
  if (verdict?.verdict !== 'acted' || ruleCase === undefined) return unit;
  let after = unit;
  for (const { field, old, new: set } of verdict.actions) {
    if (field === null || set === null) continue;
    const isUp = set === 'ENABLED' || (typeof set === 'number' && typeof old === 'number' && set > old);
    after = withChange(after, field, {
      at,
      actor: { kind: 'rule', id: id ?? 0, custom: true, cooldownDays: cooldownDays(ruleCase, rule.guards), slot },
      direction: isUp ? 'up' : 'down',
      from: old,
      to: set,
    });
  }
  return after;
}
