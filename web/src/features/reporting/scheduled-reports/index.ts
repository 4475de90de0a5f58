export { ScheduledReportsScreen } from './components/ScheduledReportsScreen.tsx';
