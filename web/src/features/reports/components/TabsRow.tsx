import { SearchBox, Tab, TabList } from '@fluentui/react-components';
import type { RefObject } from 'react';
import type { ReportTab } from '../model/url-state.ts';
import styles from './reports.module.css';

interface Props {
  tab: ReportTab;
  onTab: (tab: ReportTab) => void;
  filter: string;
  onFilter: (text: string) => void;
  search: RefObject<HTMLInputElement | null>;
}

/** Views of the same rows, and the box that finds some of them. */
export function TabsRow({ tab, onTab, filter, onFilter, search }: Props) {
  return (
    <div className={styles.tabs}>
      <TabList
        size="medium"
        selectedValue={tab}
        onTabSelect={(_, data) => onTab(data.value === 'full_report' ? 'full_report' : 'short_report')}
      >
        <Tab id="tab-short_report" value="short_report">
          Short report
        </Tab>
        <Tab id="tab-full_report" value="full_report">
          Full report
        </Tab>
      </TabList>
      <SearchBox
        className={styles.search}
        input={{ ref: search }}
        size="small"
        appearance="filled-darker"
        aria-label="Filter rows"
        placeholder="Filter rows"
        value={filter}
        onChange={(_, data) => onFilter(data.value)}
      />
    </div>
  );
}
