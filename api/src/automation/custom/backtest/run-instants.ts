import type { PastPoint } from '@tapwise/adapters';
import {
  type CustomRule,
  decisionsByKey,
  type EvaluatedSlot,
  hourMs,
  nextSlot,
  ruleInOrganization,
  ruleMemoryOf,
  ruleOfChanges,
  type Slot,
  scheduleClock,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import type { UpTo } from '../../past/past-log.ts';
import type { CustomPastQuestion, PastInstant } from './past-instant.ts';
import type { RecordedCustomRun, RunHistory } from './run-history.ts';

/** Runs of a rule one after another, each with its version and on exactly the data that it recorded to have had. */
export async function* runInstants(
  settingsContext: SettingsContext,
  question: CustomPastQuestion,
  history: RunHistory,
  runs: readonly RecordedCustomRun[],
): AsyncGenerator<PastInstant> {
  for (const run of runs) {
    const instant = await instantOfRun(settingsContext, question, history, run);
    if (instant !== undefined) yield instant;
  }
}

async function instantOfRun(
  { deps }: SettingsContext,
  { organization: { org_id, time_zone: zone } }: CustomPastQuestion,
  history: RunHistory,
  run: RecordedCustomRun,
): Promise<PastInstant | undefined> {
  const { start, position } = run;
  const upTo: UpTo = (event) => event.position < position;
  const { rules, runs } = history.rules(upTo);
  const rule = rules.rules.get(start.automation_id);
  const version = rule?.versions.find((candidate) => candidate.version === start.version);
  if (rule === undefined || version === undefined) return undefined;
  const { automation } = deps.settings;
  const asOf = Date.parse(start.as_of);
  const slot = { id: start.slot, at: Date.parse(start.slot_at) };
  const isByHand = slot.id.startsWith('manual-');
  const inOrganization = runs.organizations.get(ruleInOrganization(rule.automation_id, org_id));
  const clock = { asOf, hourMs: automation?.hourMs ?? hourMs, zone };
  const revisions = new Map(start.campaigns.map((campaign) => [campaign.campaign_id, BigInt(campaign.revision)]));
  return {
    slot: slot.id,
    at: slot.at,
    asOf,
    asRecorded: true,
    version: {
      id: rule.automation_id,
      rule: version.rule,
      casesSince: Date.parse(rule.casesSince),
      ignoresShare: run.releases,
    },
    campaignIds: [...revisions.keys()],
    pulledAt: start.pulled_at === null ? null : Date.parse(start.pulled_at),
    isTrusted: true,
    days: start.days,
    coverage: start.coverage ?? null,
    hour: isByHand ? null : slotHour(version.rule, slot, zone, automation?.everySeconds),
    memory: ruleMemoryOf({ ...rule, rule: version.rule, mode: start.mode }, inOrganization, clock),
    joined: inOrganization?.joined ?? new Map(),
    doubts: start.doubts ?? [],
    earlier: isByHand ? decisionsByKey([]) : await history.earlierThan(run, slot),
    ruleOf: ruleOfChanges(rules.rules, runs, org_id),
    ruleNames: history.names(upTo),
    figuresUpTo: (event) => event.position <= BigInt(start.position),
    tablesAt: pointOfRun(run),
    campaignUpTo: (id) => (event) => event.revision <= (revisions.get(id) ?? -1n),
    upTo,
  };
}

/** Up to where the tables had been written that a run was evaluated on. */
export const pointOfRun = ({ start }: Pick<RecordedCustomRun, 'start'>): PastPoint => ({
  at: new Date(start.as_of),
  position: BigInt(start.position),
});

/** A slot with when the next one is. */
export const slotHour = (
  { schedule }: Pick<CustomRule, 'schedule'>,
  slot: Slot,
  zone: string,
  everySeconds: number | undefined,
): EvaluatedSlot => ({ ...slot, nextAt: nextSlot(scheduleClock(schedule, zone, everySeconds), slot.at).at });
