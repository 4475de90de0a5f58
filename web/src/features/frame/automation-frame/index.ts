export { AutomationTabs } from './components/AutomationTabs.tsx';
