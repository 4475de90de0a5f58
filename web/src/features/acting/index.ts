export { SettingsChangeTable } from './components/ActingTable.tsx';
