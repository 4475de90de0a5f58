import { Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TitleRow } from '../../shell/index.ts';
import { frameMessages as words } from '../messages.ts';
import styles from './management-frame.module.css';

const tabs = [
  { path: '/client/management', label: words.campaigns },
  { path: '/client/management/tools', label: words.tools },
  { path: '/client/management/change_sets', label: words.changeSets },
  { path: '/client/management/guardrails', label: words.guardrails },
  { path: '/client/management/history', label: words.history },
] as const;

/** The tab an address belongs to: the last one whose path it begins with. */
const tabOf = (address: string): string =>
  tabs.findLast(({ path }) => address === path || address.startsWith(`${path}/`))?.path ?? tabs[0].path;

interface Props {
  end?: ReactNode;
  children: ReactNode;
}

/** Title and tabs; application and organization go along from one tab to the other. */
export function ManagementFrame({ end, children }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = pathname.replace(/\/$/, '');
  const go = (path: string) => {
    const kept = new URLSearchParams(
      [...new URLSearchParams(search)].filter(([name]) => name === 'app' || name === 'org'),
    );
    void navigate({ pathname: path, search: kept.toString() });
  };
  return (
    <>
      <TitleRow title={words.title} end={end} />
      <div className={styles.tabs}>
        <TabList
          aria-label={words.tabs}
          selectedValue={tabOf(here)}
          onTabSelect={(_, data) => data.value !== here && go(String(data.value))}
        >
          {tabs.map(({ path, label }) => (
            <Tab key={path} value={path} id={`tab-${label}`}>
              {label}
            </Tab>
          ))}
        </TabList>
      </div>
      {children}
    </>
  );
}
