export { NoticesButton } from './components/NoticesButton.tsx';
