export { FilterDiscoveryScreen, FilterSkagScreen } from './components/FilterScreen.tsx';
