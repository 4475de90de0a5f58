export { MonthlyScreen } from './components/MonthlyScreen.tsx';
