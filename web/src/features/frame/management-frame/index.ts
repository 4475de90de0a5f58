export { ManagementFrame } from './components/ManagementFrame.tsx';
