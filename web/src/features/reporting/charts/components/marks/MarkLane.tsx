import { type KeyboardEvent, useRef, useState } from 'react';
import { type ChartLayout, datesHeight } from '../../../../../shared/chart/index.ts';
import type { LoadedChange } from '../../api/changes-api.ts';
import { markMessages as words } from '../../messages.ts';
import type { MarkCluster } from '../../model/marks/change-marks.ts';
import { titleOfChange } from '../../model/marks/describe-change.ts';
import { MarkIcon } from './MarkIcon.tsx';
import styles from './marks.module.css';

/** Room the marks take between axis and dates, in pixels: a button and its gap to the axis. */
export const markRowHeight = 32;
const gapToAxis = 4;
/** A count has room for two letters. */
const mostCounted = 99;

interface Props {
  clusters: readonly MarkCluster<LoadedChange>[];
  layout: ChartLayout;
  /** What the places are called. */
  titles: readonly string[];
  /** Ids of the changes that are opened. */
  opened: ReadonlySet<string>;
  onOpen: (changes: readonly LoadedChange[], button: HTMLElement) => void;
}

/** Buttons under the axis, one Tab stop together: arrow keys go from mark to mark. */
export function MarkRow({ clusters, layout, titles, opened, onOpen }: Props) {
  const markRow = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const stop = Math.min(active, clusters.length - 1);
  function press(event: KeyboardEvent): void {
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: clusters.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    markRow.current?.querySelectorAll('button')[Math.max(0, Math.min(clusters.length - 1, next))]?.focus();
  }
  if (clusters.length === 0) return null;
  return (
    <div
      ref={markRow}
      role="toolbar"
      aria-label={words.lane}
      className={styles.lane}
      style={{ top: layout.height - datesHeight - markRowHeight + gapToAxis }}
      onKeyDown={press}
    >
      {clusters.map((cluster, at) => (
        <button
          key={`${cluster.from} ${cluster.to}`}
          type="button"
          className={styles.mark}
          style={{ left: cluster.x }}
          tabIndex={at === stop ? 0 : -1}
          aria-pressed={cluster.changes.some(({ id }) => opened.has(id))}
          aria-label={nameOf(cluster, titles)}
          title={nameOf(cluster, titles)}
          onFocus={() => setActive(at)}
          onClick={(event) => onOpen(cluster.changes, event.currentTarget)}
        >
          {cluster.changes.length > 1 ? countOf(cluster) : <SoleIcon cluster={cluster} />}
        </button>
      ))}
    </div>
  );
}

type Cluster = MarkCluster<LoadedChange>;

function SoleIcon({ cluster: { changes } }: { cluster: Cluster }) {
  const [change] = changes;
  return change === undefined ? null : <MarkIcon change={change} />;
}

const countOf = ({ changes }: Cluster): string =>
  changes.length > mostCounted ? `${mostCounted}+` : String(changes.length);

/** `Sat 14 Nov: Paused, US Brand`; of several the days and how many. */
function nameOf({ from, to, changes }: Cluster, titles: readonly string[]): string {
  const first = titles[from] ?? '';
  const last = titles[to] ?? '';
  const days = from === to ? first : `${first} to ${last}`;
  const [change] = changes;
  if (changes.length !== 1 || change === undefined) return `${days}: ${words.several(changes.length)}`;
  return `${days}: ${titleOfChange(change)}, ${change.name}`;
}
