import { Tab, TabList } from '@fluentui/react-components';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../page/lazy-part.tsx';
import { LabelledBox } from '../../../ui/LabelledBox.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { reportMessages as words } from '../../messages.ts';
import { type ReportTab, reportTabs } from '../../model/views/view-state.ts';
import styles from '../reports.module.css';
import { MoreButton } from './MoreButton.tsx';
import { useFittingTabs } from './use-fitting-tabs.ts';

const loadMore = () => import('./MoreTabs.tsx');
/** Fetched when the pointer or the focus comes to its button. */
const MoreTabs = lazyPart(async () => (await loadMore()).MoreTabs);

interface Props {
  /** Only the row filter and what is before it. */
  bare?: boolean;
  tab: ReportTab;
  onTab: (tab: ReportTab) => void;
  predictions: boolean;
  onPredictions: (on: boolean) => void;
  filter: string;
  onFilter: (text: string) => void;
  search: RefObject<HTMLInputElement | null>;
  /** Further controls of the table, before the row filter: from there the next stop is the table. */
  children?: ReactNode;
}

/** Views of the same rows, whether predictions are in them, and the box that finds some of them. */
export function TabsRow(props: Props) {
  const { tab, onTab } = props;
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFittingTabs(row, reportTabs.length);
  const [moreOpened, setMoreOpened] = useState(false);
  const visibleTabs = selectVisibleTabs(fitting, tab);
  const hidden = reportTabs.filter((entry) => !visibleTabs.includes(entry));
  const choose = (value: unknown) => {
    const chosen = reportTabs.find((entry) => entry.tab === value);
    if (chosen !== undefined) onTab(chosen.tab);
  };
  return (
    <div className={styles.tabsFrame}>
      <div ref={row} className={styles.tabs}>
        {props.bare !== true && (
          <div className={styles.tabList}>
            <TabList size="medium" selectedValue={tab} onTabSelect={(_, data) => choose(data.value)}>
              {visibleTabs.map((entry) => (
                <Tab key={entry.tab} id={`tab-${entry.tab}`} value={entry.tab}>
                  {entry.label}
                </Tab>
              ))}
            </TabList>
            {hidden.length > 0 && !moreOpened && (
              <MoreButton
                aria-expanded={false}
                onPointerEnter={() => void loadMore().catch(() => undefined)}
                onFocus={() => void loadMore().catch(() => undefined)}
                onClick={() => setMoreOpened(true)}
              />
            )}
            {hidden.length > 0 && moreOpened && (
              <Suspense fallback={<MoreButton aria-expanded={false} />}>
                <MoreTabs tabs={hidden} chosen={tab} onTab={choose} />
              </Suspense>
            )}
          </div>
        )}
        <div className={styles.tabsEnd} data-end>
          {props.bare !== true && (
            <span className={styles.predictions}>
              <LabelledBox
                label={words.includePredictions}
                checked={props.predictions}
                onChange={props.onPredictions}
              />
            </span>
          )}
          {props.children}
          <SearchField
            quiet
            className={styles.search}
            inputRef={props.search}
            label="Filter rows"
            value={props.filter}
            onChange={props.onFilter}
          />
        </div>
      </div>
    </div>
  );
}

/** The first tabs that fit; a chosen one behind them takes the place of the last. */
function selectVisibleTabs(fitting: number, chosen: ReportTab): readonly (typeof reportTabs)[number][] {
  const first = reportTabs.slice(0, fitting);
  const current = reportTabs.find(({ tab }) => tab === chosen);
  if (current === undefined || first.includes(current)) return first;
  return [...first.slice(0, -1), current];
}
