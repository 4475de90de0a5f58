export {
  type AccountScope,
  type AccountTarget,
  completeAccountScope,
  describeAccountScope,
  organizationsOf,
  targetsOf,
} from './account-scope.ts';
export { campaignNamesQueryOptions, type NamedCampaign } from './campaign-names.ts';
export { ChoicePicker } from './pickers/ChoicePicker.tsx';
export { SearchPicker } from './pickers/SearchPicker.tsx';
export { rememberAccount, rememberedAccount } from './remembered-account.ts';
export { ScopeRow } from './ScopeRow.tsx';
export { readAccountScope, writeAccountScope } from './scope-address.ts';
export { useOptimisticValue } from './use-optimistic-value.ts';
