import type { MetricGroup } from '@tapwise/contract';
import { useSyncExternalStore } from 'react';
import { olderOf } from '../../../shared/format/ages.ts';
import type { GridGroup } from '../../../shared/grid/index.ts';
import type { ReportLevel } from '../model/report-level.ts';
import type { RowStore } from '../model/row-store.ts';
import { Age } from './Age.tsx';

/** The groups of columns and their ages: figures made of two sources are as old as the older one. */
export function groupsOf(level: ReportLevel, store: RowStore | null, timeZone: string): GridGroup[] {
  const age = (source: 'ads' | 'store' | 'mixed') =>
    store === null ? null : <GroupAge store={store} source={source} timeZone={timeZone} />;
  const groups: Record<Exclude<MetricGroup, 'object'>, Omit<GridGroup, 'key'>> = {
    budget: { label: level === 'campaign' ? 'Budget' : 'Bid', age: age('ads') },
    search_ads: { label: 'Search ads', age: age('ads') },
    store: { label: 'Store', age: age('store') },
    income: { label: 'Income', age: age('mixed') },
  };
  return Object.entries(groups).map(([key, group]) => ({ key, ...group }));
}

interface Props {
  store: RowStore;
  source: 'ads' | 'store' | 'mixed';
  timeZone: string;
}

function GroupAge({ store, source, timeZone }: Props) {
  const { ads, store: sales } = useSyncExternalStore(store.subscribe, store.asOf);
  if (source === 'store') return <Age instant={sales} push />;
  if (source === 'ads') return <Age instant={ads} />;
  return <Age instant={olderOf(ads, sales)} timeZone={timeZone} />;
}
