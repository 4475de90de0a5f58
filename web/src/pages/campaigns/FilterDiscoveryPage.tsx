import { FilterDiscoveryScreen } from '../../features/campaigns/search-terms/index.ts';

export function FilterDiscoveryPage() {
  return <FilterDiscoveryScreen />;
}
