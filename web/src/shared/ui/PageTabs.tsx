import { Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import styles from './page-tabs.module.css';

/** A tab of a part of the product, and where it is. */
export interface PageTab {
  readonly path: string;
  readonly label: string;
  /** Shown behind the label. */
  readonly mark?: ReactNode;
}

interface Props {
  /** What the tabs are of, for screen readers. */
  name: string;
  /** A tab may be below the path of an earlier one. */
  tabs: readonly PageTab[];
  /** Parameters of the address that go along from one tab to the other. */
  kept: readonly string[];
}

/** Tabs each of which is a page; the one that the address is in or below is selected. */
export function PageTabs({ name, tabs, kept }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = pathname.replace(/\/$/, '');
  const selected = tabs.findLast(({ path }) => here === path || here.startsWith(`${path}/`)) ?? tabs[0];
  const go = (path: string) => {
    const params = [...new URLSearchParams(search)].filter(([param]) => kept.includes(param));
    void navigate({ pathname: path, search: new URLSearchParams(params).toString() });
  };
  return (
    <div className={styles.tabs}>
      <TabList
        aria-label={name}
        selectedValue={selected?.path}
        onTabSelect={(_, data) => data.value !== here && go(String(data.value))}
      >
        {tabs.map(({ path, label, mark }) => (
          <Tab key={path} value={path}>
            {label}
            {mark}
          </Tab>
        ))}
      </TabList>
    </div>
  );
}
