export { alertsPath } from './automation-paths.ts';
export { AutomationTabs } from './components/AutomationTabs.tsx';
