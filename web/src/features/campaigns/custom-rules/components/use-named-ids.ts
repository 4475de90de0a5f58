import { useQuery } from '@tanstack/react-query';
import { campaignGroupsOptions } from '../../automation/index.ts';
import type { ListedLabel } from '../api/custom-rules-api.ts';
import type { NamedIds } from '../model/words/action-words.ts';

/** Names of the campaigns and labels that a rule may mention. */
export function useNamedIds(applicationId: number, labels: readonly ListedLabel[]): NamedIds {
  const groups = useQuery(campaignGroupsOptions(applicationId)).data ?? [];
  return {
    campaigns: new Map(groups.flatMap(({ campaigns }) => campaigns).map(({ id, name }) => [id, name])),
    labels: new Map(labels.map(({ id, name }) => [id, name])),
  };
}
