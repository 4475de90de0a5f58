import type { Decision } from '../run/automation-run.events.ts';
import { raiseLimits, raiseLimitText, spikeText } from './bid-guardrails.ts';
import { bidAt } from './bid-trail.ts';
import { askCaps, type CapCheck, isLatch, latchedValue } from './caps.ts';
import { conditionOf } from './conditions.ts';
import { missingText } from './missing-data.ts';
import type { EvaluatedRule, RuleData, UnitMemory } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';
import { steppedBid } from './steps.ts';

/** The verdict on a unit; its id is given when it is recorded. */
export type UnitVerdict = Omit<Decision, 'decision_id'>;

/**
 * One verdict for each unit, in the order of their keys: a function of the rule's version, the data, and what the rule remembers. Live
 * runs, dry runs, back-tests and shadow runs all ask this one.
 */
export function evaluate(
  rule: EvaluatedRule,
  data: RuleData,
  memories: ReadonlyMap<string, UnitMemory>,
): UnitVerdict[] {
  const units = [...data.units].sort((left, right) => compareKeys(left.key, right.key));
  const limit = data.guardrails.rule_units.limit;
  let raised = 0;
  return units.map((unit) => {
    const verdict = evaluateUnit(rule, data, unit, memories.get(unit.key) ?? { latch: null, reached: null });
    if (verdict.verdict !== 'raised') return verdict;
    raised += 1;
    if (raised <= limit) return verdict;
    const message = `Guardrail: a rule may change at most ${limit} units in one run`;
    return { ...verdict, verdict: 'blocked', new: null, limited_by: 'guardrail', message };
  });
}

/** Keys in the order of their ids. */
export function compareKeys(left: string, right: string): number {
  const ours = left.split(':').map(Number);
  const theirs = right.split(':').map(Number);
  for (const [index, id] of ours.entries()) {
    const other = theirs[index] ?? 0;
    if (id !== other) return id - other;
  }
  return 0;
}

function evaluateUnit(rule: EvaluatedRule, data: RuleData, unit: RuleUnit, memory: UnitMemory): UnitVerdict {
  const { params, window } = rule;
  const caps = unit.bid === null ? [] : askCaps(params, unit.inputs, unit.bid);
  const verdictBase = { ...identityOf(unit), caps };
  const condition = conditionOf(rule, data, unit, memory);
  if (condition?.kind === 'skipped') {
    const { reason, message, until } = condition;
    const ends = until === undefined ? {} : { until: new Date(until).toISOString() };
    return { ...verdictBase, verdict: 'skipped', reason, message, ...ends };
  }
  // What completed it may have been counted down since; it stays completed.
  if (condition?.kind === 'completed') return { ...verdictBase, verdict: 'completed', cap: condition.cap };
  const bid = unit.bid ?? 0;
  const reached = caps.find((check) => check.reached && check.cap !== 'cpt_bid_cap');
  if (reached === undefined) {
    const raised = raise(rule, data, unit, verdictBase, bid);
    // What is not raised in any case needs no further figures.
    const missing = raised.verdict === 'raised' ? missingText(data, unit, caps) : undefined;
    return missing === undefined
      ? raised
      : { ...verdictBase, verdict: 'skipped', reason: 'no_fresh_data', message: missing };
  }
  const verdict = isLatch(reached.cap, window) ? 'completed' : 'reached';
  return {
    ...verdictBase,
    verdict,
    cap: reached.cap,
    begins: verdict === 'completed' || memory.reached !== reached.cap,
  };
}

const identityOf = (unit: RuleUnit) => ({
  key: unit.key,
  keyword: unit.keyword,
  campaign_name: unit.campaignName,
  reason: null,
  cap: null,
  base: unit.base,
  old: unit.bid,
  computed: null,
  new: null,
  limited_by: null,
  inputs: unit.inputs,
  message: null,
  begins: false,
});
type UnitIdentity = ReturnType<typeof identityOf> & { readonly caps: CapCheck[] };

function raise(
  rule: EvaluatedRule,
  data: RuleData,
  unit: RuleUnit,
  verdictBase: UnitIdentity,
  bid: number,
): UnitVerdict {
  const { currency, guardrails } = data;
  const computed = steppedBid(bid, rule.params, currency);
  const fixed = [
    { by: 'cpt_bid_cap' as const, most: rule.params.cpt_bid_cap },
    { by: 'daily_budget' as const, most: unit.campaign.dailyBudget },
  ];
  const atMidnight = bidAt(unit.trail, bid, data.midnight);
  const passed = raiseLimits(guardrails, currency, { bid, atMidnight }).filter(({ most }) => computed > most);
  const blocked = data.spike === true && ['clip', 'block'].includes(guardrails.spend_spike.rules);
  const stop = passed.find(({ mode }) => mode === 'block');
  if (blocked || stop !== undefined) {
    const message = stop === undefined ? spikeText : raiseLimitText(stop.most, currency);
    return { ...verdictBase, verdict: 'blocked', computed, limited_by: 'guardrail', message };
  }
  const clips = passed.filter(({ mode }) => mode === 'clip').map(({ most }) => ({ by: 'guardrail' as const, most }));
  const limits = [...fixed, ...clips].filter(({ most }) => most !== null && most < computed);
  const tightest = Math.min(computed, ...limits.map(({ most }) => most ?? computed));
  const limited_by = limits.find(({ most }) => most === tightest)?.by ?? null;
  const warned = [
    ...passed.filter(({ mode }) => mode === 'warn').map(({ most }) => raiseLimitText(most, currency)),
    ...(data.spike === true && guardrails.spend_spike.rules === 'warn' ? [spikeText] : []),
  ];
  const message = warned.length === 0 ? null : warned.join('. ');
  if (tightest > bid) return { ...verdictBase, verdict: 'raised', computed, new: tightest, limited_by, message };
  const first = limits.find(({ most }) => (most ?? computed) <= bid)?.by ?? limited_by;
  const cap = first === 'cpt_bid_cap' ? 'cpt_bid_cap' : null;
  return { ...verdictBase, verdict: 'limited', computed, cap, limited_by: first, message };
}

/** What the rule remembers of a unit after a verdict. */
export function remember(memory: UnitMemory, verdict: UnitVerdict, paramsVersion: number): UnitMemory {
  const { cap, verdict: now, inputs } = verdict;
  const limit = verdict.caps.find((check) => check.cap === cap)?.limit;
  if (now === 'completed' && cap !== null) {
    // The sum that was highest counts: it may be counted down later.
    const value = Math.max(latchedValue(cap, inputs), memory.latch?.cap === cap ? memory.latch.value : 0);
    return { latch: { cap, value, limit: limit ?? value, paramsVersion }, reached: null };
  }
  const latch = memory.latch?.paramsVersion === paramsVersion ? memory.latch : now === 'skipped' ? memory.latch : null;
  return { latch, reached: now === 'reached' ? cap : now === 'skipped' ? memory.reached : null };
}
