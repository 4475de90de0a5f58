import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import type { ProjectionEvent } from './projection.events.ts';
import { beginRange, beginWriting, projectionWriterDecider } from './projection-writer.decider.ts';

const tables = 'default';
const request = { tables, epoch: 2, projections: ['cohort.v3', 'usage.v1'], after: '90', from: '91', to: '120' };
const began: ProjectionEvent[] = [{ type: 'ProjectionWriterBegan', data: { tables, epoch: 2 } }];
const writing = fold(projectionWriterDecider, began);

describe('the writer of tables', () => {
  it('is the one of the highest epoch', () => {
    expect(beginWriting(projectionWriterDecider.initialState(), tables, 2)).toEqual(began);
    expect(beginWriting(writing, tables, 2)).toEqual([]);
    expect(beginWriting(writing, tables, 1)).toEqual([]);
  });

  it('says a range before it writes it, and the same range once', () => {
    const events = beginRange(writing, request);
    expect(events).toEqual([{ type: 'ProjectionRangeBegun', data: request }]);
    const begun = fold(projectionWriterDecider, [...began, ...events]);
    expect(begun.ranges.get('usage.v1')).toEqual({ after: '90', from: '91', to: '120' });
    expect(beginRange(begun, request)).toEqual([]);
    expect(beginRange(begun, { ...request, from: '121', to: '121' })).toHaveLength(1);
  });

  it('begins nothing when it is late', () => {
    const succeeded = fold(projectionWriterDecider, [...began, ...beginWriting(writing, tables, 3)]);
    expect(beginRange(succeeded, request)).toEqual([]);
  });
});
