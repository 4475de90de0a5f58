import type { Change } from '@tapwise/contract';
import type { RuleLog, RuleVerdict } from '../api/automation-types.ts';

/** One change of a bid. */
export interface BidStep {
  at: number;
  /** The bid from then on. */
  bid: number;
  old: number | null;
  by: string;
  byRule: boolean;
}

export interface BidLine {
  key: string;
  name: string;
  steps: readonly BidStep[];
}

/** How a bid went: what set it, in the order of time. What was refused or is unconfirmed set nothing. */
export function bidLine(key: string, name: string, changes: readonly Change[]): BidLine {
  const steps = changes
    .filter(
      ({ field, outcome, new: value }) => field === 'cpt_bid' && outcome === 'changed' && typeof value === 'number',
    )
    .map((change) => ({
      at: Date.parse(change.at),
      bid: Number(change.new),
      old: typeof change.old === 'number' ? change.old : null,
      by: change.actor,
      byRule: change.actor_kind === 'rule',
    }))
    .sort((first, second) => first.at - second.at);
  return { key, name, steps };
}

/**
 * Points of a line that holds each bid until the next: begins with the bid before the first step and ends now.
 * @returns pairs of instant and bid
 */
export function linePoints({ steps }: BidLine, from: number, now: number): [number, number][] {
  const [first] = steps;
  if (first === undefined) return [];
  const start: [number, number][] = first.old === null ? [] : [[Math.min(from, first.at), first.old]];
  const points = steps.map(({ at, bid }): [number, number] => [at, bid]);
  const last = points.at(-1);
  return [...start, ...points, ...(last === undefined ? [] : [[Math.max(now, last[0]), last[1]] as [number, number]])];
}

/** Every instant at which one of the lines changes, each once, in order. */
export function stepInstants(lines: readonly BidLine[]): number[] {
  return [...new Set(lines.flatMap(({ steps }) => steps.map(({ at }) => at)))].sort((left, right) => left - right);
}

/** The bid a line has at an instant; `null` before anything is known of it. */
export function bidAt({ steps }: BidLine, at: number): number | null {
  const step = steps.findLast((candidate) => candidate.at <= at);
  return step?.bid ?? steps[0]?.old ?? null;
}

/** A step a rule made, and the decision behind it. */
export interface DecidedStep {
  key: string;
  at: number;
  runId: string;
  /** `null` until it has been asked. */
  verdict: RuleVerdict | null;
}

/** A change and its log row are written one after the other; rows further apart belong to other steps. */
const closeMs = 5 * 60_000;
/** Of so many steps, the latest, the numbers are asked. */
const mostDecided = 24;

/** The log row of each step a rule made: of the same unit, the nearest in time, unless it is nearer to another step. */
export function decidedSteps(lines: readonly BidLine[], logs: readonly RuleLog[]): DecidedStep[] {
  const rows = logs.filter(({ decision_id: decision, run_id: run }) => decision !== null && run !== null);
  const decisions = lines.flatMap(({ key, steps }) => {
    const keyRows = rows.filter((row) => row.key === key);
    const made = steps.filter(({ byRule }) => byRule);
    return made.flatMap(({ at }) => {
      const near = nearest(keyRows, (row) => Math.abs(Date.parse(row.date) - at));
      if (near === undefined || near.run_id === null) return [];
      const logged = Date.parse(near.date);
      const step = nearest(made, (candidate) => Math.abs(candidate.at - logged));
      if (step?.at !== at || Math.abs(logged - at) > closeMs) return [];
      return [{ key, at, runId: near.run_id, verdict: null }];
    });
  });
  return decisions.sort((left, right) => right.at - left.at).slice(0, mostDecided);
}

const nearest = <Item>(all: readonly Item[], apart: (element: Item) => number): Item | undefined =>
  all.reduce<Item | undefined>(
    (best, element) => (best === undefined || apart(element) < apart(best) ? element : best),
    undefined,
  );
