export { QueryScreen } from './components/QueryScreen.tsx';
