export { alertsPath } from './automation-tabs.ts';
export { AutomationTabs } from './components/AutomationTabs.tsx';
