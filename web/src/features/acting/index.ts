export { ActingTable } from './components/ActingTable.tsx';
