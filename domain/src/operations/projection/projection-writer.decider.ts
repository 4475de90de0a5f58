import type { Decider } from '../../shared/decider.ts';
import type { ProjectionEvent } from './projection.events.ts';

/** A range of the log that was begun in the tables of a projection, by decimal positions. */
export interface BegunRange {
  readonly after: string | null;
  readonly from: string;
  readonly to: string;
}

export interface ProjectionWriter {
  /** Of the newest writer; 0 before the first. */
  readonly epoch: number;
  /** The newest range of each projection, by name and version, as `cohort.v3`. */
  readonly ranges: ReadonlyMap<string, BegunRange>;
}

/** Fold of `projectionWriter-<tables>`. */
export const projectionWriterDecider: Decider<ProjectionWriter, ProjectionEvent> = {
  initialState: () => ({ epoch: 0, ranges: new Map() }),
  evolve(state, event) {
    switch (event.type) {
      case 'ProjectionWriterBegan':
        return { ...state, epoch: event.data.epoch };
      case 'ProjectionRangeBegun': {
        const { epoch, projections, after, from, to } = event.data;
        const ranges = new Map(state.ranges);
        for (const projection of projections) ranges.set(projection, { after, from, to });
        return { epoch, ranges };
      }
      default:
        return state;
    }
  },
};

/** Makes a process the writer, which shuts out all writers of lower epochs. Nothing is recorded for one that is late itself. */
export function beginWriting(state: ProjectionWriter, tables: string, epoch: number): ProjectionEvent[] {
  return epoch > state.epoch ? [{ type: 'ProjectionWriterBegan', data: { tables, epoch } }] : [];
}

/** Says which range is written next. Nothing is recorded of a late writer, and not twice of the same range. */
export function beginRange(
  state: ProjectionWriter,
  request: { tables: string; epoch: number; projections: readonly string[] } & BegunRange,
): ProjectionEvent[] {
  const { projections, from, to } = request;
  if (request.epoch !== state.epoch) return [];
  const isBegun = projections.every((projection) => {
    const range = state.ranges.get(projection);
    return range?.from === from && range.to === to;
  });
  return isBegun ? [] : [{ type: 'ProjectionRangeBegun', data: { ...request, projections: [...projections] } }];
}
