import {
  addDays,
  type CustomRule,
  type CustomRunState,
  createSuggestedRuns,
  DomainError,
  dayInZone,
  daysBack,
  describeVerdict,
  isListedInBacktest,
  type RuleCounts,
  type RuleEvaluation,
  type RuleVerdict,
  readVerdicts,
  type SourceDays,
} from '@tapwise/domain';
import { asksAdsAlone, readCampaignIds } from '@tapwise/projections/queries';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { noCounts } from '../trials/add-evaluations.ts';
import { evaluateInstants } from './evaluate-instants.ts';
import type { CustomPastQuestion } from './past-instant.ts';
import { readPastWorld } from './past-world.ts';
import { type RecordedCustomRun, type RunHistory, readRunHistory } from './run-history.ts';
import { pointOfRun, runInstants } from './run-instants.ts';
import { slotInstants, slotsOfRange } from './slot-instants.ts';
import { openSteppedTables, type SteppedTables } from './stepped-tables.ts';

/** A slot of the past with what a rule would have decided at it, or did. */
export interface PastSlot {
  readonly slot: string;
  /** Milliseconds. */
  readonly at: number;
  readonly asRecorded: boolean;
  /** Figures that the rule asks for are not known as they were then, so that conditions on them are unknown. */
  readonly lacksFigures: boolean;
  readonly days: SourceDays;
  readonly counts: RuleCounts;
  /** Units that would have been changed, or would have been but for a hold or a limit. */
  readonly verdicts: readonly RuleVerdict[];
  /** Too many units would have been changed, so none was. */
  readonly isHeld: boolean;
  /** What is said of it besides. */
  readonly outcome: 'evaluated' | 'no_complete_data' | 'as_recorded';
}

/** The slots of a rule or a draft in one organization, each on what was known at it. Its holds run along. */
export async function* evaluatePastSlots(
  settingsContext: SettingsContext,
  question: CustomPastQuestion,
): AsyncGenerator<PastSlot> {
  const { tried, application, organization, signal } = question;
  const { deps } = settingsContext;
  const slots = slotsOfRange(settingsContext, question);
  const first = slots[0];
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return;
  const { time_zone: zone } = organization;
  const campaignIds = await readCampaignIds(deps.tables, { application, organization, rule: tried }, true);
  const history = await readRunHistory(settingsContext, { ...question, tested: null });
  const isOfAds = asksAdsAlone(tried.rule, application.currency);
  const tables = isOfAds || deps.pastTables === undefined ? null : openSteppedTables(deps.pastTables, signal);
  try {
    const world = await readPastWorld(deps, {
      ...question,
      campaignIds: new Set(campaignIds),
      from: addDays(dayInZone(first.at, zone), -daysBack(tried.rule)),
      to: dayInZone(last.at, zone),
      tables,
    });
    const casesSince = new Date(first.at).toISOString();
    const suggested = createSuggestedRuns({ rule: tried.rule, casesSince });
    const instants = slotInstants(settingsContext, { question, history, slots, campaignIds, suggested });
    for await (const { instant, data, evaluation } of evaluateInstants(settingsContext, question, world, instants)) {
      const { slot, at, asRecorded, asOf } = instant;
      const lacksFigures = !isOfAds && (tables === null || instant.tablesAt === null);
      const common = { slot, at, asRecorded, lacksFigures, days: data.days };
      if (evaluation === null) {
        yield { ...common, counts: noCounts, verdicts: [], isHeld: false, outcome: 'no_complete_data' };
        continue;
      }
      suggested.remember(evaluation, { slot, asOf, hourMs: data.hourMs, zone });
      const { counts, held } = evaluation;
      yield { ...common, counts, verdicts: listedVerdicts(evaluation), isHeld: held !== null, outcome: 'evaluated' };
    }
  } finally {
    await tables?.close();
  }
}

/** The runs that a rule made on these days, decided again on what they had; those whose figures cannot be had again, as they were recorded. */
export async function* evaluatePastRuns(
  settingsContext: SettingsContext,
  question: CustomPastQuestion,
): AsyncGenerator<PastSlot> {
  const { tried, application } = question;
  const tested = tried.stored?.automation_id ?? null;
  const history = await readRunHistory(settingsContext, { ...question, tested });
  const ruleOf = ({ start }: RecordedCustomRun) =>
    tried.stored?.versions.find(({ version }) => version === start.version)?.rule ?? tried.rule;
  const isOfAds = (run: RecordedCustomRun): boolean => asksAdsAlone(ruleOf(run), application.currency);
  // Search terms are decided on what was decided about them before, which is not read here.
  const ofTables = history.runs.filter((run) => !isOfAds(run) && ruleOf(run).level !== 'search_term');
  const tables = await tablesOf(settingsContext, question, ofTables[0]);
  try {
    const again = history.runs.filter((run) => isOfAds(run) || (tables !== null && ofTables.includes(run)));
    for (const run of history.runs) {
      if (!again.includes(run)) yield recordedSlot(run, await history.stateOf(run));
    }
    yield* decideAgain(settingsContext, question, { history, ruleOf, tables }, again);
  } finally {
    await tables?.close();
  }
}

/** @returns `null` where none are needed or there is no room for them: the runs are shown as they were recorded then. */
async function tablesOf(
  { deps: { pastTables } }: SettingsContext,
  { signal }: CustomPastQuestion,
  first: RecordedCustomRun | undefined,
): Promise<SteppedTables | null> {
  if (first === undefined || pastTables === undefined) return null;
  const tables = openSteppedTables(pastTables, signal);
  try {
    await tables.at(pointOfRun(first));
    return tables;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unavailable') return null;
    throw error;
  }
}

interface RunsToDecide {
  readonly history: RunHistory;
  readonly ruleOf: (run: RecordedCustomRun) => CustomRule;
  readonly tables: SteppedTables | null;
}

async function* decideAgain(
  settingsContext: SettingsContext,
  question: CustomPastQuestion,
  { history, ruleOf, tables }: RunsToDecide,
  runs: readonly RecordedCustomRun[],
): AsyncGenerator<PastSlot> {
  const { time_zone: zone } = question.organization;
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return;
  const world = await readPastWorld(settingsContext.deps, {
    ...question,
    campaignIds: new Set(runs.flatMap(({ start }) => start.campaigns.map(({ campaign_id }) => campaign_id))),
    from: addDays(dayOf(first, zone), -Math.max(...runs.map((run) => daysBack(ruleOf(run))))),
    to: dayOf(last, zone),
    tables,
  });
  const instants = runInstants(settingsContext, question, history, runs);
  for await (const { instant, data, evaluation } of evaluateInstants(settingsContext, question, world, instants)) {
    const { slot, at } = instant;
    const { counts = noCounts, held = null } = evaluation ?? {};
    yield {
      slot,
      at,
      asRecorded: true,
      lacksFigures: false,
      days: data.days,
      counts,
      verdicts: evaluation === null ? [] : listedVerdicts(evaluation),
      isHeld: held !== null,
      outcome: 'evaluated',
    };
  }
}

const listedVerdicts = (evaluation: RuleEvaluation): RuleVerdict[] =>
  evaluation.decisions.filter(isListedInBacktest).map((decision) => describeVerdict(evaluation, decision));

const dayOf = ({ start }: RecordedCustomRun, zone: string): string => dayInZone(Date.parse(start.as_of), zone);

function recordedSlot({ start }: RecordedCustomRun, state: CustomRunState): PastSlot {
  const verdicts = state.verdicts.flatMap((part) => readVerdicts(part, start.currency)).filter(isListedInBacktest);
  const { slot, slot_at, days, counts, held } = start;
  const common = { slot, at: Date.parse(slot_at), asRecorded: true, lacksFigures: false, days, counts, verdicts };
  return { ...common, isHeld: held !== null, outcome: 'as_recorded' };
}
