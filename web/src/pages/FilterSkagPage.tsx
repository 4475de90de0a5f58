import { FilterSkagScreen } from '../features/search-terms/index.ts';

export function FilterSkagPage() {
  return <FilterSkagScreen />;
}
