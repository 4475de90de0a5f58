import { Tab, TabList } from '@fluentui/react-components';
import { useLocation, useNavigate } from 'react-router-dom';
import { alertsPath, automationTabs, tabOf } from '../automation-tabs.ts';
import styles from './automation-tabs.module.css';
import { OpenAlerts } from './OpenAlerts.tsx';

/** Tabs of Automation; the application goes along from one to the other. One tab alone is none. */
export function AutomationTabs() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  if (automationTabs.length < 2) return null;
  const here = pathname.replace(/\/$/, '');
  const go = (path: string) => {
    const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => name === 'app'));
    void navigate({ pathname: path, search: kept.toString() });
  };
  return (
    <div className={styles.tabs}>
      <TabList
        aria-label="Views of Automation"
        selectedValue={tabOf(here)}
        onTabSelect={(_, data) => data.value !== here && go(String(data.value))}
      >
        {automationTabs.map(({ path, label }) => (
          <Tab key={path} value={path}>
            {label}
            {path === alertsPath && <OpenAlerts />}
          </Tab>
        ))}
      </TabList>
    </div>
  );
}
