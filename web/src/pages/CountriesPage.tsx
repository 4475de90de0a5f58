import { CountriesScreen } from '../features/countries/index.ts';

export function CountriesPage() {
  return <CountriesScreen />;
}
