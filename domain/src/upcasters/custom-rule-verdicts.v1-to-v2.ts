import { z } from 'zod';
import {
  actionLimits,
  actionNames,
  evaluatedVerdicts,
  verdictReasons,
} from '../campaigns/custom-rule/evaluation/rule-verdict.ts';
import { ruleFields } from '../campaigns/custom-rule/evaluation/setting-trail.ts';
import { type Column, readColumn, writeColumn, writeNumbers } from '../campaigns/custom-rule/run/record/column.ts';
import { recordUnits } from '../campaigns/custom-rule/run/record/recorded-verdicts.ts';
import { defineUpcaster } from './define-upcaster.ts';

const valueField = z.union([z.number(), z.string()]);

const verdictField = z.object({
  key: z.string(),
  name: z.string(),
  campaign_name: z.string(),
  verdict: z.enum(evaluatedVerdicts),
  reason: z.enum(verdictReasons).optional(),
  until: z.string().optional(),
  case: z.number().optional(),
  cooldown_days: z.number().optional(),
  actions: z
    .array(
      z.object({
        do: z.enum(actionNames),
        field: z.enum(ruleFields).optional(),
        old: valueField.optional(),
        computed: valueField.optional(),
        new: valueField.optional(),
        limited_by: z.enum(actionLimits).optional(),
      }),
    )
    .optional(),
  message: z.string().optional(),
  sentence: z.string().optional(),
  follows: z.literal(true).optional(),
  alone: z.literal(true).optional(),
});

const needsField = z.object({ metric: z.string(), more: z.number() }).nullable();
const testField = z.looseObject({
  results: z.string().regex(/^[tfu-]*$/),
  needs: z.union([z.object({ all: needsField }), z.object({ each: z.array(needsField) })]),
});

const recorded = z.looseObject({ verdicts: z.array(verdictField), tests: z.array(testField) });
type Recorded = z.infer<typeof recorded>;

/** Until version 2 verdicts were listed one by one, and of tests only what all units had in common once. */
function inColumns({ verdicts, tests, ...others }: Recorded): Record<string, unknown> {
  const rows = verdicts.map((verdict) => ({
    key: verdict.key,
    name: verdict.name,
    campaign_name: verdict.campaign_name,
    verdict: verdict.verdict,
    reason: verdict.reason ?? null,
    until: verdict.until ?? null,
    case: verdict.case ?? null,
    cooldown_days: verdict.cooldown_days ?? null,
    message: verdict.message ?? null,
    sentence: verdict.sentence ?? null,
    follows: verdict.follows === true,
    alone: verdict.alone === true,
    actions: (verdict.actions ?? []).map(({ do: name, field, old, computed, new: set, limited_by }) => ({
      do: name,
      field: field ?? null,
      old: old ?? null,
      computed: computed ?? null,
      new: set ?? null,
      limited_by: limited_by ?? null,
    })),
  }));
  return { ...others, ...recordUnits(rows), tests: tests.map(testInColumns) };
}

function testInColumns({ results, needs, ...test }: Recorded['tests'][number]): Record<string, unknown> {
  const count = [...results].filter((letter) => letter !== '-').length;
  const list: Column<z.infer<typeof needsField>> = needs;
  const needed = readColumn(list, count);
  return {
    ...test,
    results: writeColumn([...results]),
    needs: {
      metric: writeColumn(needed.map((need) => need?.metric ?? null)),
      more: writeNumbers(needed.map((need) => need?.more ?? null)),
    },
  };
}

export const customRuleVerdictsDecidedV1ToV2 = defineUpcaster({
  type: 'CustomRuleVerdictsDecided',
  from: 1,
  recorded,
  upcast: inColumns,
});

export const customRuleVerdictsSuggestedV1ToV2 = defineUpcaster({
  type: 'CustomRuleVerdictsSuggested',
  from: 1,
  recorded,
  upcast: inColumns,
});
