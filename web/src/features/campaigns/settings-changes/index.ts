export { SettingsChangeTable } from './components/SettingsChangeTable.tsx';
