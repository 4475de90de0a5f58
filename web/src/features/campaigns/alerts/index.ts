export { AlertsScreen } from './components/AlertsScreen.tsx';
