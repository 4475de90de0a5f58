import { Button, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDayRange } from '../../../calendar/day-texts.ts';
import type { GridFigure } from '../../../tables/grid/index.ts';
import { useExplanation } from '../../api/explanation-api.ts';
import type { ReportQuestion } from '../../api/report-api.ts';
import { reportMessages as words } from '../../messages.ts';
import { metricFor } from '../../model/columns/column-layout.ts';
import { figureTitle } from '../../model/help/explain-figure.ts';
import { isImmature, maturityOf, maturityText } from '../../model/rows/maturity.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import { ReportError } from '../states/ReportBanners.tsx';
import { Explanation } from './Explanation.tsx';
import styles from './number-help.module.css';

interface Props {
  level: ReportLevel;
  question: ReportQuestion;
  figure: GridFigure;
  /** The row of the figure, or the totals. */
  cells: ReportRow | ReportTotals | undefined;
  today: string;
  timeZone: string;
  live: boolean;
  /** The panel takes the focus: it was asked for by a key, or lies over the table. */
  takeFocus: boolean;
  onDisplayed: () => void;
  onClose: () => void;
}

/** How one figure was calculated: beside the table where there is room, over it elsewhere. */
export function NumberHelp(props: Props) {
  const { level, question, figure, takeFocus } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useExplanation(question, figure, props.live);
  const metric = metricFor(level, figure.column);
  useEffect(() => {
    if (takeFocus) heading.current?.focus();
  }, [takeFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each figure, when the panel has its place.
  useEffect(props.onDisplayed, [figure.row, figure.column]);
  if (metric === undefined) return null;
  const { from, to } = question.params;
  const cells = props.cells ?? {};
  const name = figure.row === 'totals' ? words.allRows : String(cells.name ?? '');
  let body: ReactNode = <Waiting />;
  if (query.data !== undefined) body = <Explanation metric={metric} response={query.data} timeZone={props.timeZone} />;
  else if (query.isError)
    body = <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />;
  return (
    <section className={styles.drawer} aria-label={words.helpTitle} aria-busy={query.isFetching && !query.data}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {figureTitle(metric)}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label="Close"
          title="Close (Esc)"
          onClick={props.onClose}
        />
        <p>
          {name}, installs {formatDayRange(from, to, props.today)}
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <section className={styles.body} tabIndex={0} aria-label={words.calculation}>
        {body}
        {isImmature(cells) && <p className={styles.immature}>{maturityText(maturityOf(cells) ?? 0)}</p>}
        <p className={styles.definition}>{metric.definition}</p>
      </section>
    </section>
  );
}

function Waiting() {
  return (
    <Skeleton aria-label={words.loading} className={styles.waiting}>
      <SkeletonItem size={32} />
      <SkeletonItem size={16} />
      <SkeletonItem size={16} />
      <SkeletonItem size={16} />
    </Skeleton>
  );
}
