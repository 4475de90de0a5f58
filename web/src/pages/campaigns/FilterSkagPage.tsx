import { FilterSkagScreen } from '../../features/campaigns/search-terms/index.ts';

export function FilterSkagPage() {
  return <FilterSkagScreen />;
}
