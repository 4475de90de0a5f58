import type { Application } from '@tapwise/contract';
import { createContext, useContext } from 'react';
import type { CampaignGroup } from '../../../../automation/index.ts';
import type { CustomDryRun, RuleTemplate } from '../../../api/custom-rule-types.ts';
import type { DraftFault, RuleDraft } from '../../../model/draft/draft-types.ts';
import type { Metrics } from '../../../model/draft/read-draft.ts';
import type { TestCount } from '../../../model/dry-run/test-counts.ts';
import type { WordsOfRule } from '../../../model/words/case-words.ts';

/** What every part of the builder needs to know, and the one way to change the draft. */
export interface Builder {
  readonly application: Application;
  /** `null`: a new rule. */
  readonly ruleId: number | null;
  readonly draft: RuleDraft;
  readonly change: (edit: (draft: RuleDraft) => RuleDraft) => void;
  readonly metrics: Metrics;
  readonly templates: readonly RuleTemplate[];
  readonly groups: readonly CampaignGroup[];
  readonly labels: readonly { readonly id: number; readonly name: string }[];
  readonly words: WordsOfRule;
  /** What is wrong, by path; of what was never sent only once it was tried. */
  readonly faults: readonly DraftFault[];
  /** What the newest dry run said; older than the draft while the next one is asked. */
  readonly dryRun: CustomDryRun | null;
  readonly isStale: boolean;
  readonly counts: ReadonlyMap<string, TestCount>;
  readonly acted: ReadonlyMap<number, number>;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === null) throw new Error('There is no builder around this part');
  return builder;
}
