export { StopAll } from './components/StopAll.tsx';
