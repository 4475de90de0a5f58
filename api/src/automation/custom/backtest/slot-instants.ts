import {
  decisionsByKey,
  doubtsAt,
  hourMs,
  type RuleOfChange,
  ruleOfChanges,
  type Slot,
  type SuggestedRuns,
  scheduleClock,
  slotsBetween,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { readPastCoverage } from '../../past/past-coverage.ts';
import type { UpTo } from '../../past/past-log.ts';
import { countedUntil, readPastPulls } from '../../past/past-pulls.ts';
import { boundsOf, refused } from '../../past/past-range.ts';
import { resumedBy } from '../../past/resumed-by.ts';
import type { CustomPastQuestion, PastInstant } from './past-instant.ts';
import type { RunHistory } from './run-history.ts';
import { slotHour } from './run-instants.ts';

/** Slots of one back-test: more than a rule can have in 90 days, unless slots are counted in seconds. */
const mostSlots = 1000;

/** The slots that a rule has, or would have had, on these days. @throws DomainError `invalid_request` for too many. */
export function slotsOfRange(
  { deps }: SettingsContext,
  { tried, organization, range }: Pick<CustomPastQuestion, 'tried' | 'organization' | 'range'>,
): readonly Slot[] {
  const { after, until } = boundsOf(range, organization.time_zone);
  const { automation } = deps.settings;
  const clock = scheduleClock(tried.rule.schedule, organization.time_zone, automation?.everySeconds);
  const slots = slotsBetween(clock, after, Math.min(until, deps.now().getTime()));
  if (slots.length > mostSlots) throw refused('from', `At most ${mostSlots} runs can be tested: choose fewer days`);
  return slots;
}

interface SlotQuestion {
  readonly question: CustomPastQuestion;
  readonly history: RunHistory;
  readonly slots: readonly Slot[];
  readonly campaignIds: readonly number[];
  readonly suggested: SuggestedRuns;
}

/** Slots one after another, each on what was recorded by then. What the rule would have done runs along. */
export async function* slotInstants(
  { deps, alerts }: SettingsContext,
  { question, history, slots, campaignIds, suggested }: SlotQuestion,
): AsyncGenerator<PastInstant> {
  const { tried, application, organization } = question;
  const { org_id, time_zone: zone } = organization;
  const { automation } = deps.settings;
  await alerts.caughtUp;
  const pulls = await readPastPulls(deps.log, application.application_id, org_id);
  const covered = await readPastCoverage(deps.log, application.application_id, org_id);
  const id = tried.stored?.automation_id ?? null;
  const casesSince = slots[0]?.at ?? 0;
  for (const slot of slots) {
    const { asRecorded, until } = countedUntil(pulls, slot.at, deps.now().getTime());
    const upTo: UpTo = ({ recordedAt }) => recordedAt.getTime() <= until;
    const { rules, runs } = history.rules(upTo);
    const { pulledAt = null, isTrusted } = pulls.freshness(upTo);
    const resumed = resumedBy(rules.rules.get(id ?? 0)?.resumed ?? {}, slot.at);
    yield {
      slot: slot.id,
      at: slot.at,
      asOf: slot.at,
      asRecorded,
      version: { id, rule: tried.rule, casesSince, hasMemory: true },
      campaignIds,
      pulledAt,
      isTrusted,
      days: null,
      coverage: { ads: covered(upTo), users: [], purchases: [] },
      hour: slotHour(tried.rule, slot, zone, automation?.everySeconds),
      memory: suggested.memoryAt({ asOf: slot.at, hourMs: automation?.hourMs ?? hourMs, zone }, resumed),
      joined: suggested.joined,
      doubts: doubtsAt(alerts.state, { applicationId: application.application_id, orgId: org_id, zone }, slot.at),
      earlier: decisionsByKey([]),
      ruleOf: withoutOwn(ruleOfChanges(rules.rules, runs, org_id), id),
      ruleNames: history.names(upTo),
      figuresUpTo: upTo,
      tablesAt: asRecorded ? { at: new Date(until) } : null,
      campaignUpTo: () => upTo,
      upTo,
    };
  }
}

/** What the rule really changed counts for turns alone: its own limits follow from what it would have changed. */
const withoutOwn =
  (ruleOf: RuleOfChange, id: number | null): RuleOfChange =>
  (actor, key, field) => ({ ...ruleOf(actor, key, field), ...(actor.id === id ? { custom: false } : {}) });
