import {
  type EvaluationData,
  evaluateRule,
  evaluationUnits,
  hourMs,
  type RuleEvaluation,
  type TrailedCampaign,
} from '@tapwise/domain';
import { asksAdsAlone, joinEvaluationData, readRuleFigures, reportScope } from '@tapwise/projections/queries';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { hasData } from './has-data.ts';
import type { CustomPastQuestion, PastInstant } from './past-instant.ts';
import type { PastWorld } from './past-world.ts';

/** What a rule would have decided at an instant. */
export interface EvaluatedInstant {
  readonly instant: PastInstant;
  readonly data: EvaluationData;
  /** `null`: there was no complete data to decide on. */
  readonly evaluation: RuleEvaluation | null;
}

const completeAfterHours = 3;

/** Evaluates a rule at one instant after another; others have their turn in between. It ends when the caller goes away. */
export async function* evaluateInstants(
  { deps }: SettingsContext,
  question: CustomPastQuestion,
  world: PastWorld,
  instants: AsyncIterable<PastInstant>,
): AsyncGenerator<EvaluatedInstant> {
  for await (const instant of instants) {
    await new Promise(setImmediate);
    question.signal.throwIfAborted();
    const data = await dataAt(question, world, instant, {
      hourMs: deps.settings.automation?.hourMs ?? hourMs,
      completeAfterHours: deps.settings.completeDayHours ?? completeAfterHours,
    });
    const evaluation = hasData(instant, data) ? evaluateRule(instant.version, data, instant.memory) : null;
    yield { instant, data, evaluation };
  }
}

async function dataAt(
  { organization }: CustomPastQuestion,
  world: PastWorld,
  instant: PastInstant,
  hours: { readonly hourMs: number; readonly completeAfterHours: number },
): Promise<EvaluationData> {
  const { version, campaignIds, asOf, pulledAt, days, coverage, joined, doubts, earlier, ruleOf, ruleNames } = instant;
  const { rule } = version;
  const labels = world.labels(instant.upTo);
  const campaigns = campaignIds.flatMap((id): TrailedCampaign[] => {
    const campaign = world.campaigns.get(id)?.(instant.campaignUpTo(id));
    return campaign === undefined ? [] : [campaign];
  });
  const units = evaluationUnits(campaigns, { rule, labels, ruleOf, terms: null }, earlier);
  const application = world.application(instant.upTo);
  const question = {
    rule,
    campaignIds,
    units,
    joined,
    asOf,
    days,
    completeAfterHours: hours.completeAfterHours,
  };
  // Of several versions some may ask for less.
  const point = asksAdsAlone(rule, application.currency) ? null : instant.tablesAt;
  const tables = point === null ? undefined : await world.tables?.at(point);
  const figures =
    tables === undefined
      ? world.figures(instant.figuresUpTo).at({ ...question, coverage, pulledAt, isHistory: !instant.asRecorded })
      : await readRuleFigures(tables, {
          ...question,
          ...(days === null ? {} : { coverage }),
          scope: reportScope(application, organization),
        });
  const common = { application, organization, asOf, hourMs: hours.hourMs, slot: instant.hour, ruleNames, labels };
  return joinEvaluationData({ ...common, doubts }, units, figures);
}
