import type { Automations, RunSummary } from '../automations.ts';
import { ruleInOrganization } from '../automations.ts';
import type { ExistingRule } from '../rule/automation.decider.ts';
import {
  dueSlots,
  isDaily,
  nextSlot,
  ruleClock,
  type Slot,
  type SlotClock,
  slotDelayMs,
  slotGraceMs,
} from '../rule/slots.ts';

/** A rule in one ad organization, and what is known of it there. */
export interface RuleInOrganization {
  readonly rule: Pick<ExistingRule, 'automation_id' | 'type' | 'status' | 'params' | 'apply_to' | 'slotsSince'>;
  readonly organization: { readonly org_id: number; readonly time_zone: string };
  /** Its runs there, oldest first. */
  readonly runs: readonly RunSummary[];
  /** Whether the team has a plan: without one no run begins. */
  readonly isServed: boolean;
}

export interface RunClock {
  /** A slot every so many seconds instead of local hours. */
  readonly everySeconds: number | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** What a rule has to do in an organization. */
export type NextRun =
  /** Nothing, until a person starts it again or asks for a run. */
  | { readonly kind: 'none' }
  /** A run is under way: it is followed to its end first. */
  | { readonly kind: 'open'; readonly run: RunSummary }
  | { readonly kind: 'due'; readonly slot: Slot; readonly missed: readonly Slot[] }
  /** @property at Milliseconds; when its next slot is to be run. */
  | { readonly kind: 'later'; readonly at: number; readonly missed: readonly Slot[] };

/** Whether a rule has runs in an organization: one that is under way, or those that its slots will bring. */
export const hasRuns = ({ rule, organization: { org_id }, runs, isServed }: RuleInOrganization): boolean =>
  runs.some(({ state }) => state === 'running') ||
  (isServed && rule.status === 'active' && (rule.apply_to[org_id] ?? []).length > 0);

/** What a rule has to do next. Slots that came since the last run and are too late are missed, and never made up. */
export function nextRun(scope: RuleInOrganization, { everySeconds, now }: RunClock): NextRun {
  const { rule, organization, runs } = scope;
  const open = runs.find(({ state }) => state === 'running');
  if (open !== undefined) return { kind: 'open', run: open };
  if (!hasRuns(scope)) return { kind: 'none' };
  const clock = ruleClock(rule, organization.time_zone, everySeconds);
  const bySlot = runs.findLast(({ slot }) => !slot.startsWith('manual-'));
  const after = Math.max(Date.parse(rule.slotsSince), Date.parse(bySlot?.slot_at ?? rule.slotsSince));
  const delay = slotDelayMs(clock, rule.automation_id, organization.org_id);
  const { run: slot, missed } = dueSlots(clock, after, now - delay);
  if (slot !== undefined) return { kind: 'due', slot, missed };
  return { kind: 'later', at: nextSlot(clock, Math.max(after, now - delay)).at + delay, missed };
}

const shortestPauseSeconds = 5;
const longestPauseSeconds = 30;
/** Search terms come once a day. */
const termsPauseSeconds = 60;

/**
 * Seconds until fresh data are looked for again at a slot that has none: the longer it waits the more rarely.
 * @returns `undefined` when the slot would be too late by then.
 */
export function freshDataPause(clock: SlotClock, slot: Slot, now: number): number | undefined {
  const waitedMinutes = Math.round((now - slot.at) / 60_000);
  const growing = Math.min(longestPauseSeconds, Math.max(shortestPauseSeconds, waitedMinutes));
  const bySlotLength = isDaily(clock) ? termsPauseSeconds : growing;
  const seconds = clock.everySeconds === undefined ? bySlotLength : shortestPauseSeconds;
  return now < slot.at + slotGraceMs(clock) - seconds * 1000 ? seconds : undefined;
}

/** Older rules that raise bids of campaigns that this rule has too: at the same slot they go first. */
export function rulesBefore(
  rules: Iterable<ExistingRule>,
  rule: Pick<ExistingRule, 'automation_id' | 'application_id' | 'apply_to'>,
  orgId: number,
): ExistingRule[] {
  const campaignIds = new Set(rule.apply_to[orgId]);
  return [...rules].filter(
    (older) =>
      older.automation_id < rule.automation_id &&
      older.application_id === rule.application_id &&
      older.status === 'active' &&
      older.type === 'raise_bids' &&
      (older.apply_to[orgId] ?? []).some((campaign) => campaignIds.has(campaign)),
  );
}

/** Whether a rule that goes first has yet to run at a slot, or still runs. */
export function isOlderDue(
  { rules, runs }: Pick<Automations, 'rules' | 'runs'>,
  { rule, organization }: { readonly rule: ExistingRule } & Pick<RuleInOrganization, 'organization'>,
  slot: Slot,
  everySeconds: number | undefined,
): boolean {
  const { org_id, time_zone } = organization;
  return rulesBefore(rules.values(), rule, org_id).some((older) => {
    const atSlot = (runs.get(ruleInOrganization(older.automation_id, org_id)) ?? []).filter(
      (run) => run.slot === slot.id,
    );
    if (atSlot.length > 0) return atSlot.some(({ state }) => state === 'running');
    if (Date.parse(older.slotsSince) >= slot.at) return false;
    const clock = ruleClock(older, time_zone, everySeconds);
    return dueSlots(clock, slot.at - 1, slot.at).run?.id === slot.id;
  });
}
