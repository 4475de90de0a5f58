import { FilterDiscoveryScreen } from '../features/search-terms/index.ts';

export function FilterDiscoveryPage() {
  return <FilterDiscoveryScreen />;
}
