import { Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TitleRow } from '../../shell/index.ts';
import { managementMessages as words } from '../messages.ts';
import styles from './management.module.css';
import { StopAll } from './StopAll.tsx';

const tabs = [
  { path: '/client/management', label: words.campaigns },
  { path: '/client/management/history', label: words.history },
] as const;

interface Props {
  end?: ReactNode;
  children: ReactNode;
}

/** Title and tabs; application and organization go along from one tab to the other. */
export function ManagementFrame({ end, children }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const current = pathname.replace(/\/$/, '');
  const go = (path: string) => {
    const here = new URLSearchParams(search);
    const kept = new URLSearchParams([...here].filter(([name]) => name === 'app' || name === 'org'));
    void navigate({ pathname: path, search: kept.toString() });
  };
  return (
    <>
      <TitleRow
        title={words.title}
        end={
          <div className={styles.titleEnd}>
            <div className={styles.notice}>{end}</div>
            <StopAll />
          </div>
        }
      />
      <div className={styles.tabs}>
        <TabList
          aria-label={words.tabs}
          selectedValue={current}
          onTabSelect={(_, data) => data.value !== current && go(String(data.value))}
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
