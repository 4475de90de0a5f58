export { SettingsChangeTable, type SettingsChangeTableProps } from './components/SettingsChangeTable.tsx';
