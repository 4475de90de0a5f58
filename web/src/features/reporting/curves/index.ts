export { CurveScreen } from './components/CurveScreen.tsx';
