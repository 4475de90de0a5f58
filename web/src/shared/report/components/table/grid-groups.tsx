import type { AsOf, MetricGroup } from '@tapwise/contract';
import { useSyncExternalStore } from 'react';
import { olderOf } from '../../../format/ages.ts';
import type { GridGroup } from '../../../tables/grid/index.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import { Age } from '../live/Age.tsx';

/** Where the ages of an answer are read, and followed. */
export interface AgeSource {
  asOf(): AsOf;
  subscribe(listener: () => void): () => void;
}

type Source = 'ads' | 'store' | 'mixed' | 'share';

const sources: Record<Exclude<MetricGroup, 'object'>, { label: string; source: Source }> = {
  budget: { label: 'Budget', source: 'ads' },
  impression_share: { label: 'Impression share', source: 'share' },
  search_ads: { label: 'Apple Ads', source: 'ads' },
  store: { label: 'Store', source: 'store' },
  income: { label: 'Income', source: 'mixed' },
  predicted: { label: 'Predicted', source: 'mixed' },
};

/** What a group of columns is called, everywhere it is named. */
export function groupLabel(group: string, level: ReportLevel): string {
  if (group.startsWith('product:')) return group.slice('product:'.length);
  if (group === 'budget' && level !== 'campaign') return 'Bid';
  return Object.entries(sources).find(([key]) => key === group)?.[1].label ?? '';
}

/**
 * The groups of columns and their ages: figures made of two sources are as old as the older one.
 * @param products ids of the products that have columns of their own
 */
export function groupsOf(
  level: ReportLevel,
  ages: AgeSource | null,
  timeZone: string,
  products: readonly string[] = [],
): GridGroup[] {
  const age = (source: Source) => (ages === null ? null : <GroupAge ages={ages} source={source} timeZone={timeZone} />);
  const sourceGroups = Object.entries(sources).map(([key, { source }]) => ({
    key,
    label: groupLabel(key, level),
    age: age(source),
  }));
  const ofProducts = products.map((id) => ({ key: `product:${id}`, label: id, age: age('store') }));
  return [...sourceGroups, ...ofProducts];
}

interface Props {
  ages: AgeSource;
  source: Source;
  timeZone: string;
}

function GroupAge({ ages, source, timeZone }: Props) {
  const { ads, store, impression_share } = useSyncExternalStore(ages.subscribe, ages.asOf);
  if (source === 'store') return <Age instant={store} push />;
  if (source === 'ads') return <Age instant={ads} />;
  if (source === 'share') return <Age instant={impression_share} />;
  return <Age instant={olderOf(ads, store)} timeZone={timeZone} />;
}
