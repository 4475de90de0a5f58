import { PageTabs } from '../../../../shared/ui/PageTabs.tsx';
import { alertsPath, rulesPath } from '../automation-paths.ts';
import { OpenAlerts } from './OpenAlerts.tsx';

const tabs = [
  { path: rulesPath, label: 'Rules' },
  { path: alertsPath, label: 'Alerts', mark: <OpenAlerts /> },
  { path: `${rulesPath}/reports`, label: 'Scheduled reports' },
];

/** Tabs of Automation. */
export const AutomationTabs = () => <PageTabs name="Views of Automation" tabs={tabs} kept={['app']} />;
