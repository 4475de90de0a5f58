import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { campaignGroupsOptions, unitsOf } from '../../../../automation/index.ts';
import { labelsOptions } from '../../../api/custom-rules-api.ts';
import type { RuleDraft } from '../../../model/draft/draft-types.ts';
import type { Metrics } from '../../../model/draft/read-draft.ts';
import type { WordsOfRule } from '../../../model/words/case-words.ts';

/** Campaigns and labels that a rule may name, and the words and currencies that it is described with. */
export function useBuilderNames(application: Application, { applyTo }: RuleDraft, metrics: Metrics) {
  const groups = useQuery(campaignGroupsOptions(application.id)).data ?? [];
  const labels = useQuery(labelsOptions(application.id)).data ?? [];
  const { currency, timeZone } = unitsOf(application, { apply_to: applyTo });
  const context: WordsOfRule = {
    metrics,
    currencies: { application: application.currency, settings: currency },
    names: {
      campaigns: new Map(groups.flatMap(({ campaigns }) => campaigns).map(({ id, name }) => [id, name])),
      labels: new Map(labels.map(({ id, name }) => [id, name])),
    },
  };
  return { groups, labels, context, timeZone };
}
