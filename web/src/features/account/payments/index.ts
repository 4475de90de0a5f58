export { PaymentsScreen } from './components/PaymentsScreen.tsx';
