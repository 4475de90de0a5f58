export {
  type AccountScope,
  type AccountTarget,
  completeAccountScope,
  describeAccountScope,
  organizationsOf,
  targetsOf,
} from './account-scope.ts';
export { ChoicePicker } from './ChoicePicker.tsx';
export { campaignNamesQueryOptions, type NamedCampaign } from './campaign-names.ts';
export { rememberAccount, rememberedAccount } from './remembered-account.ts';
export { ScopeRow } from './ScopeRow.tsx';
export { SearchPicker } from './SearchPicker.tsx';
export { readAccountScope, writeAccountScope } from './scope-address.ts';
export { useOptimisticValue } from './use-optimistic-value.ts';
