import { CountriesScreen } from '../../features/reporting/countries/index.ts';

export function CountriesPage() {
  return <CountriesScreen />;
}
