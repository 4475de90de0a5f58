export { ChartsScreen } from './components/ChartsScreen.tsx';
