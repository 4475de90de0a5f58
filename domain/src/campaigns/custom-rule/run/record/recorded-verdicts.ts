import { z } from 'zod';
import { instantField } from '../../../../shared/fields.ts';
import { describeVerdict } from '../../evaluation/describe-verdict.ts';
import type { EvaluatedUnit } from '../../evaluation/evaluation-data.ts';
import type { EvaluatedDecision, RuleEvaluation } from '../../evaluation/rule-evaluation.ts';
import {
  evaluatedVerdicts,
  type RuleVerdict,
  type UnitDecision,
  verdictReasons,
} from '../../evaluation/rule-verdict.ts';
import { sentenceOf } from '../../why/sentences.ts';
import {
  columnField,
  numberColumnField,
  optionalTextField,
  readColumn,
  readNumbers,
  readOptionalTexts,
  readTexts,
  textColumnField,
  writeColumn,
  writeNumbers,
  writeOptionalTexts,
  writeTexts,
} from './column.ts';
import { readActions, recordActions, recordedActionField } from './recorded-actions.ts';
import { readTests, recordedTestField, recordTests } from './recorded-tests.ts';

/** Verdicts on at most 500 units, and the tests that were asked of them: 20,000 a day, so that all is kept in columns, and nothing twice. */
export const recordedVerdictsFields = {
  units: z.number().int().nonnegative().max(500),
  verdicts: z.object({
    key: textColumnField,
    name: textColumnField,
    campaign_name: textColumnField,
    verdict: columnField(z.enum(evaluatedVerdicts)),
    reason: columnField(z.enum(verdictReasons).nullable()),
    until: columnField(instantField.nullable()),
    /** Until when rules count as turning a setting to and fro that is changed all the same. Absent: of no unit. */
    oscillates_until: columnField(instantField.nullable()).optional(),
    case: numberColumnField,
    cooldown_days: numberColumnField,
    message: optionalTextField,
    /** `null`: it says no more than the message. */
    sentence: optionalTextField,
    /** Of a bid that is set: the keyword had none of its own until then. */
    follows: columnField(z.boolean()),
    /** And its ad group has no other keyword, so that its bid follows. */
    alone: columnField(z.boolean()),
    /** By their place in the case. */
    actions: z.array(recordedActionField),
  }),
  tests: z.array(recordedTestField),
};
const recordedVerdicts = z.object(recordedVerdictsFields);
export type RecordedVerdicts = z.infer<typeof recordedVerdicts>;

/** A recorded verdict without its tests. */
export interface RecordedVerdict extends Omit<UnitDecision, 'until'> {
  readonly name: string;
  readonly campaign_name: string;
  /** ISO 8601. */
  readonly until: string | null;
  /** ISO 8601. Absent: rules do not turn it to and fro, or it is left alone for that. */
  readonly oscillates_until?: string | null;
  readonly message: string | null;
  readonly sentence: string | null;
  readonly follows: boolean;
  readonly alone: boolean;
}

/** What is recorded of a decision beside its verdict. */
interface RecordedBeside {
  /** Decides how its bid is written. */
  readonly unit: Pick<EvaluatedUnit, 'settings' | 'isOnlyKeyword'>;
  readonly oscillatesUntil: number | null;
}

/** The form in which verdicts on decisions of an evaluation are kept. */
export function recordVerdicts(
  evaluation: Pick<RuleEvaluation, 'basis'>,
  decisions: readonly EvaluatedDecision[],
): RecordedVerdicts {
  const currency = evaluation.basis.world.data.currency.settings;
  const verdicts = decisions.map((decision) => describeVerdict(evaluation, decision));
  return {
    ...recordUnits(verdicts.map((verdict, index) => recordVerdict(verdict, currency, decisions[index]))),
    tests: recordTests(verdicts.map(({ tests }) => tests)),
  };
}

function recordVerdict(verdict: RuleVerdict, currency: string, decision: RecordedBeside | undefined): RecordedVerdict {
  const { unit, oscillatesUntil = null } = decision ?? {};
  const { name, actions, message, sentence, until } = verdict;
  const isDone = verdict.verdict === 'acted' || verdict.verdict === 'notified';
  const usual = { name, verdict: verdict.verdict, actions, message, cause: null, currency };
  const isUsual = !isDone || sentence === sentenceOf(usual);
  const setsBid = verdict.verdict === 'acted' && actions.some((action) => action.do === 'bid');
  return {
    key: verdict.key,
    name,
    campaign_name: verdict.campaign_name,
    verdict: verdict.verdict,
    reason: verdict.reason,
    case: verdict.case,
    cooldown_days: verdict.cooldown_days,
    actions,
    message,
    until: instantOf(until),
    oscillates_until: instantOf(oscillatesUntil),
    sentence: isUsual ? null : sentence,
    follows: setsBid && unit?.settings.ownBid === null,
    alone: setsBid && unit?.isOnlyKeyword === true,
  };
}

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Verdicts in columns. */
export const recordUnits = (rows: readonly RecordedVerdict[]): Omit<RecordedVerdicts, 'tests'> => ({
  units: rows.length,
  verdicts: {
    key: writeTexts(rows.map(({ key }) => key)),
    name: writeTexts(rows.map(({ name }) => name)),
    campaign_name: writeTexts(rows.map(({ campaign_name }) => campaign_name)),
    verdict: writeColumn(rows.map(({ verdict }) => verdict)),
    reason: writeColumn(rows.map(({ reason }) => reason)),
    until: writeColumn(rows.map(({ until }) => until)),
    ...oscillationColumn(rows),
    case: writeNumbers(rows.map((row) => row.case)),
    cooldown_days: writeNumbers(rows.map(({ cooldown_days }) => cooldown_days)),
    message: writeOptionalTexts(rows.map(({ message }) => message)),
    sentence: writeOptionalTexts(rows.map(({ sentence }) => sentence)),
    follows: writeColumn(rows.map(({ follows }) => follows)),
    alone: writeColumn(rows.map(({ alone }) => alone)),
    actions: recordActions(rows.map(({ actions }) => actions)),
  },
});

function oscillationColumn(rows: readonly RecordedVerdict[]): Pick<RecordedVerdicts['verdicts'], 'oscillates_until'> {
  const ends = rows.map(({ oscillates_until }) => oscillates_until ?? null);
  return ends.every((end) => end === null) ? {} : { oscillates_until: writeColumn(ends) };
}

/** Verdicts without their tests. */
export function readUnits({ units: count, verdicts }: Omit<RecordedVerdicts, 'tests'>): RecordedVerdict[] {
  const names = readTexts(verdicts.name, count);
  const campaigns = readTexts(verdicts.campaign_name, count);
  const kinds = readColumn(verdicts.verdict, count);
  const reasons = readColumn(verdicts.reason, count);
  const ends = readColumn(verdicts.until, count);
  const oscillations = verdicts.oscillates_until && readColumn(verdicts.oscillates_until, count);
  const cases = readNumbers(verdicts.case, count);
  const cooldowns = readNumbers(verdicts.cooldown_days, count);
  const messages = readOptionalTexts(verdicts.message, count);
  const sentences = readOptionalTexts(verdicts.sentence, count);
  const follows = readColumn(verdicts.follows, count);
  const alone = readColumn(verdicts.alone, count);
  const actions = readActions(verdicts.actions, count);
  return readTexts(verdicts.key, count).flatMap((key, row): RecordedVerdict[] => {
    const verdict = kinds[row];
    return verdict === undefined
      ? []
      : [
          {
            key,
            name: names[row] ?? '',
            campaign_name: campaigns[row] ?? '',
            verdict,
            reason: reasons[row] ?? null,
            until: ends[row] ?? null,
            ...(oscillations === undefined ? {} : { oscillates_until: oscillations[row] ?? null }),
            case: cases[row] ?? null,
            cooldown_days: cooldowns[row] ?? null,
            message: messages[row] ?? null,
            sentence: sentences[row] ?? null,
            follows: follows[row] === true,
            alone: alone[row] === true,
            actions: actions[row] ?? [],
          },
        ];
  });
}

/** The verdicts again, exactly as they were given. @param currency Of settings. */
export function readVerdicts(recorded: RecordedVerdicts, currency: string): RuleVerdict[] {
  const tests = readTests(recorded.tests, recorded.units);
  return readUnits(recorded).map((row, index) => {
    const { follows: _, alone: _alone, oscillates_until: _oscillates, until, sentence, ...read } = row;
    const verdict = { ...read, until: until === null ? null : Date.parse(until), tests: tests[index] ?? [] };
    return { ...verdict, sentence: sentence ?? sentenceOf({ ...verdict, cause: null, currency }) };
  });
}
