export { CountriesScreen } from './components/CountriesScreen.tsx';
