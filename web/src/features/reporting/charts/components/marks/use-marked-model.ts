import type { Granularity } from '@tapwise/contract';
import { useMemo } from 'react';
import type { ChartModel } from '../../../../../shared/chart/index.ts';
import type { LoadedChange } from '../../api/changes-api.ts';
import { changesByDate, changesOfLines } from '../../model/marks/change-marks.ts';
import { describeChange, titleOfChange } from '../../model/marks/describe-change.ts';
import type { ChartMarks } from './use-chart-marks.ts';

/** The chart with what was changed of the objects whose lines are to be seen. */
export function useMarkedModel(
  model: ChartModel,
  all: readonly LoadedChange[] | undefined,
  { level, element, choice }: ChartMarks,
  granularity: Granularity,
  hidden: ReadonlySet<string>,
) {
  return useMemo(() => {
    const seen = model.lines.flatMap(({ id }) => (hidden.has(id) ? [] : [id]));
    const objects = element === null ? seen : seen.length === 0 ? [] : [element];
    const changes = changesOfLines(all ?? [], level, new Set(objects), choice);
    const buckets = changesByDate(changes, model.dates, granularity);
    const events = buckets.map((bucket) =>
      bucket.map((change) => ({ title: titleOfChange(change), description: describeChange(change, level) })),
    );
    return {
      changes,
      places: buckets,
      model: changes.length === 0 ? model : { ...model, events },
      objects: objects.length,
    };
  }, [all, model, granularity, hidden, level, element, choice]);
}
