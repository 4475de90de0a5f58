import { rowOf } from '../engines/ad-market.ts';
import { ruleTimes } from '../parts/rules.ts';
import type { LoggedRun } from '../records/run-record.ts';
import { firstBid } from '../traffic/change-traffic.ts';
import { bidCap, ruleIds } from '../traffic/rule-traffic.ts';
import type { World } from '../world.ts';

/** A tenth, and what rounding to whole cents adds. */
const highestStep = 1.1;
const roundingMicros = 5000;

/** Each slot is decided once, each decision has one outcome, and no unit is raised twice in a slot, or by more than its rule says. */
export function ruleViolations({ market, record }: World): string[] {
  const runs = [...record.runs.runs];
  const raised = new Set(
    [...record.outcomes.values()]
      .flat()
      .flatMap(({ source, keywordId, bid }) => (source === null ? [] : [rowOf(keywordId, bid)])),
  );
  return [
    ...runs.flatMap(([stream, run]) => runViolations(stream, run)),
    ...raisedTwice(record.outcomes.values()),
    ...ruleIds.flatMap((id) =>
      lostSlots(
        id,
        runs.map(([, run]) => run),
      ),
    ),
    ...record.observed
      .filter(({ keywordId, bid, at }) => market.bidAt(keywordId, at, firstBid) !== bid)
      .map(({ keywordId, bid }) => `a pull recorded the bid ${bid} of ${keywordId}, which it no longer had`),
    ...market.writes.flatMap(({ row, before, bid }) => {
      if (!raised.has(row)) return [];
      const most = Math.min(bidCap, before * highestStep + roundingMicros);
      return bid > most ? [`a rule raised ${row} from ${before}`] : [];
    }),
  ];
}

function runViolations(stream: string, { counts, raises, settled }: LoggedRun): string[] {
  const outcomes = new Map<string, number>();
  for (const { decision_id: id } of settled) outcomes.set(id, (outcomes.get(id) ?? 0) + 1);
  const decided = new Set(raises.map(({ decision_id }) => decision_id));
  return [
    ...(counts.started + counts.leftOut === 1
      ? []
      : [`${stream} was begun ${counts.started} times, left out ${counts.leftOut} times`]),
    ...(counts.ended === counts.started ? [] : [`${stream} ended ${counts.ended} times`]),
    ...(decided.size === raises.length ? [] : [`${stream} decided about a unit twice`]),
    ...[...decided]
      .filter((id) => outcomes.get(id) !== 1)
      .map((id) => `${stream}: ${id} has ${outcomes.get(id) ?? 0} outcomes`),
    ...[...outcomes.keys()]
      .filter((id) => !decided.has(id))
      .map((id) => `${stream}: the outcome of ${id} follows from nothing`),
  ];
}

/** Each slot between the first and the last one is run or left out. */
function lostSlots(id: number, runs: readonly LoggedRun[]): string[] {
  const slots = runs.filter(({ automationId }) => automationId === id).map(({ slot }) => Date.parse(`${slot}Z`));
  slots.sort((left, right) => left - right);
  const everyMs = (ruleTimes.everySeconds ?? 0) * 1000;
  return slots.flatMap((slot, index) =>
    index > 0 && slot - (slots[index - 1] ?? 0) !== everyMs
      ? [`rule ${id} has no slot before ${new Date(slot).toISOString()}`]
      : [],
  );
}

/** Units whose bid rules changed more than once at one slot. */
function raisedTwice(outcomes: Iterable<readonly { type: string; key: string; source: string | null }[]>): string[] {
  const counts = new Map<string, number>();
  for (const { type, key, source } of [...outcomes].flat()) {
    const [, , slot] = source?.split('.') ?? [];
    if (slot === undefined || type !== 'KeywordBidChanged') continue;
    counts.set(`${key} at ${slot}`, (counts.get(`${key} at ${slot}`) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([unit, count]) => `${unit} was raised ${count} times`);
}
