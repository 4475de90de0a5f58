export { InAppsScreen } from './components/InAppsScreen.tsx';
