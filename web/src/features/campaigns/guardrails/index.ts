export { GuardrailsScreen } from './components/GuardrailsScreen.tsx';
