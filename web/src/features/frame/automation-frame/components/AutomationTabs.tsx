import { Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { automationTabs, tabOf } from '../automation-tabs.ts';
import styles from './automation-tabs.module.css';

interface Props {
  /** What stands behind the name of a tab, by its path: how many alerts are open. */
  marks?: Readonly<Record<string, ReactNode>>;
}

/** Tabs of Automation; the application goes along from one to the other. One tab alone is none. */
export function AutomationTabs({ marks = {} }: Props) {
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
            {marks[path]}
          </Tab>
        ))}
      </TabList>
    </div>
  );
}
