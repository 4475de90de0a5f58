export { ReportsScreen } from './components/ReportsScreen.tsx';
