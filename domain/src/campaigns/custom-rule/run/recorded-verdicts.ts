import { z } from 'zod';
import { instantField } from '../../../shared/fields.ts';
import type { EvaluatedUnit } from '../evaluation/evaluation-data.ts';
import {
  type ActionVerdict,
  actionLimits,
  actionNames,
  evaluatedVerdicts,
  type RuleVerdict,
  verdictReasons,
} from '../evaluation/rule-verdict.ts';
import { ruleFields } from '../evaluation/setting-trail.ts';
import { sentenceOf } from '../why/sentences.ts';
import { readTests, recordedTestField, recordTests } from './recorded-tests.ts';

const valueField = z.union([z.number(), z.string()]);

/** Amounts in micros of the settings' currency; what is `null` is left out. */
const recordedActionField = z.object({
  do: z.enum(actionNames),
  field: z.enum(ruleFields).optional(),
  old: valueField.optional(),
  computed: valueField.optional(),
  new: valueField.optional(),
  limited_by: z.enum(actionLimits).optional(),
});

/** The verdict on one unit, but for its tests. What is `null` is left out, and a sentence that says no more than the message. */
export const recordedVerdictField = z.object({
  key: z.string(),
  name: z.string(),
  campaign_name: z.string(),
  verdict: z.enum(evaluatedVerdicts),
  reason: z.enum(verdictReasons).optional(),
  until: instantField.optional(),
  case: z.number().int().nonnegative().optional(),
  cooldown_days: z.number().int().positive().optional(),
  actions: z.array(recordedActionField).optional(),
  message: z.string().optional(),
  sentence: z.string().optional(),
  /** Of a bid that is set: the keyword had none of its own until then. */
  follows: z.literal(true).optional(),
  /** And its ad group has no other keyword, so that its bid follows. */
  alone: z.literal(true).optional(),
});
export type RecordedVerdict = z.infer<typeof recordedVerdictField>;

/** Verdicts on at most 500 units, and the tests that were asked of them. */
export const recordedVerdictsFields = {
  verdicts: z.array(recordedVerdictField).max(500),
  tests: z.array(recordedTestField),
};
export interface RecordedVerdicts {
  readonly verdicts: readonly RecordedVerdict[];
  readonly tests: readonly z.infer<typeof recordedTestField>[];
}

/** The form in which verdicts are kept: 20,000 a day, so nothing is said twice. */
export function recordVerdicts(
  verdicts: readonly RuleVerdict[],
  currency: string,
  units: ReadonlyMap<string, WrittenUnit> = new Map(),
) {
  return {
    verdicts: verdicts.map((verdict) => ({
      ...recordVerdict(verdict, currency),
      ...writtenFields(verdict, units.get(verdict.key)),
    })),
    tests: recordTests(verdicts.map(({ tests }) => tests)),
  };
}

/** What of a unit decides how its bid is written. */
export type WrittenUnit = Pick<EvaluatedUnit, 'key' | 'settings' | 'isOnlyKeyword'>;

function writtenFields({ verdict, actions }: RuleVerdict, unit: WrittenUnit | undefined) {
  if (verdict !== 'acted' || unit === undefined || !actions.some(({ do: name }) => name === 'bid')) return {};
  return {
    ...(unit.settings.ownBid === null ? { follows: true as const } : {}),
    ...(unit.isOnlyKeyword === true ? { alone: true as const } : {}),
  };
}

function recordVerdict(verdict: RuleVerdict, currency: string): RecordedVerdict {
  const { key, name, campaign_name, reason, until, cooldown_days, actions, message, sentence } = verdict;
  const isUsual = sentence === sentenceOf({ ...verdict, cause: null, currency });
  return {
    key,
    name,
    campaign_name,
    verdict: verdict.verdict,
    ...(reason === null ? {} : { reason }),
    ...(until === null ? {} : { until: new Date(until).toISOString() }),
    ...(verdict.case === null ? {} : { case: verdict.case }),
    ...(cooldown_days === null ? {} : { cooldown_days }),
    ...(actions.length === 0 ? {} : { actions: actions.map(recordAction) }),
    ...(message === null ? {} : { message }),
    ...(isUsual ? {} : { sentence }),
  };
}

const recordAction = ({ do: name, field, old, computed, new: set, limited_by }: ActionVerdict) => ({
  do: name,
  ...(field === null ? {} : { field }),
  ...(old === null ? {} : { old }),
  ...(computed === null ? {} : { computed }),
  ...(set === null ? {} : { new: set }),
  ...(limited_by === null ? {} : { limited_by }),
});

/** The verdicts again, exactly as they were given. @param currency Of settings, as in `recordVerdicts`. */
export function readVerdicts({ verdicts, tests }: RecordedVerdicts, currency: string): RuleVerdict[] {
  const testsOfUnits = readTests(tests, verdicts.length);
  return verdicts.map((verdict, index) => readVerdict(verdict, testsOfUnits[index] ?? [], currency));
}

function readVerdict(recorded: RecordedVerdict, tests: RuleVerdict['tests'], currency: string): RuleVerdict {
  const { key, name, campaign_name, verdict, reason, until, cooldown_days, message, sentence } = recorded;
  const read = {
    key,
    name,
    campaign_name,
    verdict,
    reason: reason ?? null,
    until: until === undefined ? null : Date.parse(until),
    case: recorded.case ?? null,
    cooldown_days: cooldown_days ?? null,
    tests,
    actions: recordedActions(recorded),
    message: message ?? null,
  };
  return { ...read, sentence: sentence ?? sentenceOf({ ...read, cause: null, currency }) };
}

/** What a recorded verdict does. */
export const recordedActions = ({ actions = [] }: Pick<RecordedVerdict, 'actions'>): ActionVerdict[] =>
  actions.map(({ do: name, field, old, computed, new: set, limited_by }) => ({
    do: name,
    field: field ?? null,
    old: old ?? null,
    computed: computed ?? null,
    new: set ?? null,
    limited_by: limited_by ?? null,
  }));
