import {
  addDays,
  type BidsByRules,
  bidChanges,
  createPastFigures,
  type Day,
  dayInZone,
  type ExistingRule,
  evaluate,
  hourMs,
  type LinkedOrganization,
  type OpenApplication,
  rememberUnit,
  ruleCampaignDecider,
  ruleData,
  ruleDays,
  ruleOfChanges,
  type SpendRate,
  trailedCampaignDecider,
  type UnitMemories,
  withoutTrail,
} from '@tapwise/domain';
import { readSpendRates } from '@tapwise/projections/queries';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { readRunHistory } from '../../custom/backtest/run-history.ts';
import { refuseTooMany } from '../../past/decision-limit.ts';
import {
  readPastApplication,
  readPastCampaigns,
  readPastFigures,
  readPastRule,
  type UpTo,
} from '../../past/past-log.ts';
import { countedUntil, readPastPulls } from '../../past/past-pulls.ts';
import { boundsOf } from '../../past/past-range.ts';
import { resumedBy } from '../../past/resumed-by.ts';
import type { RequestedRule } from '../rule-or-draft.ts';
import { type LaterFigures, laterFigures } from './later-figures.ts';
import { type EvaluatedSlot, type RecordedRun, raisedBeside, recordedRuns, slotsOfRule } from './past-slots.ts';

/** Slots of the past, and what really happened afterwards. */
export interface EvaluatedPast {
  readonly slots: readonly EvaluatedSlot[];
  readonly later: readonly LaterFigures[];
}

export interface PastQuestion {
  readonly requested: RequestedRule;
  readonly organization: LinkedOrganization;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

/** What is evaluated at one instant. */
interface Instant {
  readonly slot: string;
  readonly at: number;
  readonly asOf: number;
  readonly pulledAt: number;
  readonly asRecorded: boolean;
  readonly rule: ExistingRule;
  readonly application: OpenApplication;
  readonly raisedBy: ReadonlyMap<string, string>;
  readonly shares: ReadonlyMap<string, number>;
  readonly rateOf: SpendRate;
  /** Which events count: of figures, of each campaign, and of all else. */
  readonly figures: UpTo;
  readonly campaign: (id: number) => UpTo;
  readonly upTo: UpTo;
}

/**
 * The slots of a rule or a draft in one organization, each on what was known at it: figures, bids and settings are those that the log had
 * by then. What an earlier slot would have completed stays so; bids do not add up.
 * @throws DomainError `invalid_request` for more than one answer can hold.
 */
export async function evaluateSlots(settingsContext: SettingsContext, question: PastQuestion): Promise<EvaluatedPast> {
  const { requested, organization } = question;
  const { log } = settingsContext.deps;
  const applicationId = requested.application.application_id;
  const pulls = await readPastPulls(log, applicationId, organization.org_id);
  const rules = await readPastRule(log, requested.rule.automation_id);
  const { rateOf } = await readSpendRates(settingsContext.deps.tables, organization.currency);
  const now = settingsContext.deps.now().getTime();
  const everySeconds = settingsContext.deps.settings.automation?.everySeconds;
  const instants = slotsOfRule(requested, organization, question, { now, everySeconds }).map(({ id, at }): Instant => {
    const { asRecorded, until } = countedUntil(pulls, at, now);
    const upTo: UpTo = ({ recordedAt }) => recordedAt.getTime() <= until;
    return {
      slot: id,
      at,
      asOf: at,
      asRecorded,
      rule: { ...requested.rule, resumed: resumedBy(rules(upTo)?.resumed ?? {}, at) },
      application: requested.application,
      raisedBy: new Map(),
      shares: new Map(),
      rateOf,
      figures: upTo,
      campaign: () => upTo,
      upTo,
      pulledAt: asRecorded ? (pulls.freshness(upTo).pulledAt ?? at) : at,
    };
  });
  return evaluateInstants(settingsContext, question, instants, new Map());
}

/** The runs that a rule made on these days, each with its version and on exactly the data that it recorded to have had. */
export async function evaluateRuns(settingsContext: SettingsContext, question: PastQuestion): Promise<EvaluatedPast> {
  const { requested, organization, signal } = question;
  const { deps, automations } = settingsContext;
  const { automation_id } = requested.rule;
  const { org_id, time_zone: zone } = organization;
  const { after, until } = boundsOf(question, zone);
  const runs = await recordedRuns(deps.log, automations.state, { automation_id, org_id }, until);
  const rules = await readPastRule(deps.log, automation_id);
  const applications = await readPastApplication(deps.log, requested.application);
  const memories: UnitMemories = new Map();
  const instants: Instant[] = [];
  for (const run of runs) {
    signal.throwIfAborted();
    const { start, position, decisions } = run;
    const asOf = Date.parse(start.as_of);
    const rule = rules((event) => event.position < position);
    if (rule === undefined) continue;
    if (asOf <= after) {
      for (const decision of decisions) rememberUnit(memories, decision, paramsVersionOf(rule, start.version));
      continue;
    }
    instants.push(
      await instantOfRun(settingsContext, {
        run,
        rule,
        application: applications((event) => event.position < position),
      }),
    );
  }
  return evaluateInstants(settingsContext, question, instants, memories);
}

async function instantOfRun(
  { deps, automations }: SettingsContext,
  { run, rule, application }: { run: RecordedRun; rule: ExistingRule; application: OpenApplication },
): Promise<Instant> {
  const { start, decisions } = run;
  const revisions = new Map(start.campaigns.map((campaign) => [campaign.campaign_id, BigInt(campaign.revision)]));
  const version = rule.versions.find((candidate) => candidate.version === start.version);
  const shares = decisions.flatMap(({ key, inputs }) =>
    inputs.impression_share === null ? [] : [[key, inputs.impression_share] as const],
  );
  return {
    slot: start.slot,
    at: Date.parse(start.slot_at),
    asOf: Date.parse(start.as_of),
    asRecorded: true,
    application,
    rule: { ...rule, ...version },
    pulledAt: start.pulled_at === null ? 0 : Date.parse(start.pulled_at),
    raisedBy: await raisedBeside(deps.log, automations.state, run, new Set(revisions.keys())),
    shares: new Map(shares),
    rateOf: recordedRates(start),
    figures: ({ position }) => position <= BigInt(start.position),
    campaign: (id) => (event) => event.revision <= (revisions.get(id) ?? -1n),
    upTo: (event) => event.position < run.position,
  };
}

/** The rates that a run recorded to have converted with; what it did not record had none. */
function recordedRates({ rates = [] }: RecordedRun['start']): SpendRate {
  const rateOf = new Map(rates.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
  return (currency, day) => rateOf.get(`${currency} ${day}`);
}

const paramsVersionOf = ({ versions }: ExistingRule, version: number): number =>
  versions.find((candidate) => candidate.version === version)?.paramsVersion ?? version;

async function evaluateInstants(
  settingsContext: SettingsContext,
  question: PastQuestion,
  instants: readonly Instant[],
  memories: UnitMemories,
): Promise<EvaluatedPast> {
  const { deps } = settingsContext;
  const { requested, organization, signal } = question;
  const first = instants[0];
  const last = instants.at(-1);
  if (first === undefined || last === undefined) return { slots: [], later: [] };
  const { org_id: orgId, time_zone: zone, currency } = organization;
  const campaignsOf = ({ rule }: Instant): number[] => rule.apply_to[orgId] ?? [];
  const ids = new Set(instants.flatMap(campaignsOf));
  const starts = instants.flatMap(({ rule, asOf }) => {
    const { from, spentFrom } = ruleDays(rule, asOf, zone);
    return [from, spentFrom];
  });
  // The answer also shows what came after the last slot.
  const now = deps.now().getTime();
  const to = addDays(dayInZone(Math.max(last.asOf, now), zone), 1);
  const days = { from: starts.sort()[0] ?? dayInZone(first.asOf, zone), to };
  const applicationId = requested.application.application_id;
  const scope = { applicationId, orgId, campaigns: ids, ...days, signal };
  const figures = await readPastFigures(deps.log, scope, createPastFigures(currency));
  const campaigns = await readPastCampaigns(deps.log, ids, ruleCampaignDecider, signal);
  // A draft is not held back by what was done to bids.
  const byRules = requested.draft ? undefined : await readPastBids(settingsContext, question, ids);
  let decisions = 0;
  const slots: EvaluatedSlot[] = [];
  for (const instant of instants) {
    // Others have their turn between two slots.
    await new Promise(setImmediate);
    signal.throwIfAborted();
    const { rule, asOf, pulledAt, application, raisedBy, shares, rateOf } = instant;
    const campaignIds = campaignsOf(instant);
    const settings = campaignIds.map((id) => [id, campaigns.get(id)?.(instant.campaign(id))] as const);
    const campaignEntries = figures(instant.figures).over(ruleDays(rule, asOf, zone), new Set(campaignIds), rateOf);
    const data = ruleData({
      asOf,
      pulledAt,
      hourMs: deps.settings.automation?.hourMs ?? hourMs,
      organization: { currency, time_zone: zone },
      application,
      campaigns: new Map(settings.flatMap(([id, state]) => (state === undefined ? [] : [[id, state]]))),
      figures: campaignEntries,
      shares,
      raisedBy,
      resumed: rule.resumed,
      ...(byRules === undefined ? {} : { byRules: byRules(campaignIds, instant) }),
    });
    const verdicts = evaluate(rule, requested.draft ? withoutTrail(data) : data, memories);
    decisions += verdicts.length;
    refuseTooMany(decisions, instant.at - first.at);
    for (const verdict of verdicts) rememberUnit(memories, verdict, rule.paramsVersion);
    slots.push({ slot: instant.slot, at: instant.at, asRecorded: instant.asRecorded, verdicts });
  }
  const { rateOf } = await readSpendRates(deps.tables, currency);
  return { slots, later: laterFigures({ slots, figures, campaigns, rateOf, zone, now }) };
}

/** What was done to the bids of campaigns by then, by rules that people wrote too. Asked for one instant after another. */
async function readPastBids(
  settingsContext: SettingsContext,
  { requested: { application }, organization, signal, from, to }: PastQuestion,
  ids: ReadonlySet<number>,
): Promise<(campaignIds: readonly number[], instant: Pick<Instant, 'campaign' | 'upTo'>) => BidsByRules> {
  const { org_id: orgId, time_zone: zone } = organization;
  const history = await readRunHistory(settingsContext, {
    application,
    organization,
    range: { from, to },
    tested: null,
    signal,
  });
  const trailed = await readPastCampaigns(settingsContext.deps.log, ids, trailedCampaignDecider, signal);
  return (campaignIds, { campaign, upTo }) => {
    const { rules, runs } = history.rules(upTo);
    const campaigns = campaignIds.flatMap((id) => {
      const state = trailed.get(id)?.(campaign(id));
      return state === undefined ? [] : [[id, state] as const];
    });
    const changes = bidChanges(campaigns, ruleOfChanges(rules.rules, runs, orgId));
    return { zone, changes, ruleNames: history.names(upTo) };
  };
}
