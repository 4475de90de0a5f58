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

/** A run as far as it decides what is next. */
export interface RunOfSlot {
  readonly run_id: string;
  readonly slot: string;
  readonly slot_at: string;
  readonly state: string;
}

/** A rule of any kind in one ad organization. */
export interface SlottedRule {
  readonly automation_id: number;
  readonly org_id: number;
  readonly isActive: boolean;
  /** Slots before this are none of its own; ISO 8601. */
  readonly slotsSince: string;
  readonly clock: SlotClock;
  readonly hasCampaigns: boolean;
  /** Its runs there, oldest first. */
  readonly runs: readonly RunOfSlot[];
  readonly isServed: boolean;
}

/** A rule of a fixed type, as far as its slots follow from it. */
export const slottedRule = (
  { rule, organization, runs, isServed }: RuleInOrganization,
  everySeconds: number | undefined,
): SlottedRule => ({
  automation_id: rule.automation_id,
  org_id: organization.org_id,
  isActive: rule.status === 'active',
  slotsSince: rule.slotsSince,
  clock: ruleClock(rule, organization.time_zone, everySeconds),
  hasCampaigns: (rule.apply_to[organization.org_id] ?? []).length > 0,
  runs,
  isServed,
});

/** What a rule has to do in an organization. */
export type NextRun =
  /** Nothing, until a person starts it again or asks for a run. */
  | { readonly kind: 'none' }
  /** A run is under way: it is followed to its end first. */
  | { readonly kind: 'open'; readonly run: RunOfSlot }
  | { readonly kind: 'due'; readonly slot: Slot; readonly missed: readonly Slot[] }
  /** @property at Milliseconds; when its next slot is to be run. */
  | { readonly kind: 'later'; readonly at: number; readonly missed: readonly Slot[] };

/** Whether a rule has runs in an organization: one that is under way, or those that its slots will bring. */
export const hasRuns = (scope: RuleInOrganization): boolean => hasSlots(slottedRule(scope, undefined));

/** The same of a rule of any kind. */
export const hasSlots = ({ runs, isServed, isActive, hasCampaigns }: Omit<SlottedRule, 'clock'>): boolean =>
  runs.some(({ state }) => state === 'running') || (isServed && isActive && hasCampaigns);

/** What a rule has to do next. Slots that came since the last run and are too late are missed, and never made up. */
export const nextRun = (scope: RuleInOrganization, { everySeconds, now }: RunClock): NextRun =>
  nextSlotRun(slottedRule(scope, everySeconds), now);

/** The same of a rule of any kind. @param now Milliseconds. */
export function nextSlotRun(rule: SlottedRule, now: number): NextRun {
  const { automation_id, org_id, slotsSince, clock, runs } = rule;
  const open = runs.find(({ state }) => state === 'running');
  if (open !== undefined) return { kind: 'open', run: open };
  if (!hasSlots(rule)) return { kind: 'none' };
  const bySlot = runs.findLast(({ slot }) => !slot.startsWith('manual-'));
  const after = Math.max(Date.parse(slotsSince), Date.parse(bySlot?.slot_at ?? slotsSince));
  const delay = slotDelayMs(clock, automation_id, org_id);
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
  const { org_id } = organization;
  return rulesBefore(rules.values(), rule, org_id).some((older) => {
    const olderRuns = runs.get(ruleInOrganization(older.automation_id, org_id)) ?? [];
    return isDueAt(slottedRule({ rule: older, organization, runs: olderRuns, isServed: true }, everySeconds), slot);
  });
}

/** Whether a rule of any kind has yet to run at a slot, or still runs. */
export function isDueAt({ runs, slotsSince, clock }: SlottedRule, slot: Slot): boolean {
  const atSlot = runs.filter((run) => run.slot === slot.id);
  if (atSlot.length > 0) return atSlot.some(({ state }) => state === 'running');
  if (Date.parse(slotsSince) >= slot.at) return false;
  return dueSlots(clock, slot.at - 1, slot.at).run?.id === slot.id;
}
