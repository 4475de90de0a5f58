import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';

const context = 'projection';
const stream = 'projectionWriter-<tables>';
/** A position in the log; decimal, because it has 64 bits. */
const position = z.string().regex(/^\d{1,20}$/);
const writer = {
  /** Name of the database that the tables are in. */
  tables: z.string().min(1),
  /** Of the lease that the writer holds. */
  epoch: z.number().int().positive(),
};

const projectionWriterBegan = defineEvent({
  type: 'ProjectionWriterBegan',
  context,
  stream,
  meaning: 'A process writes the tables from now on; no range of an earlier writer begins any more.',
  data: writer,
});

const projectionRangeBegun = defineEvent({
  type: 'ProjectionRangeBegun',
  context,
  stream,
  meaning:
    'A range of the log is about to be written to the tables of some projections. Whoever repeats it keeps to its ends.',
  data: {
    ...writer,
    /** Each with its version, as `cohort.v3`. */
    projections: z.array(z.string().min(1)),
    /** What the tables held before; `null` when they were empty. Other tables of the same name are recognized by it. */
    after: position.nullable(),
    from: position,
    to: position,
  },
});

export const projectionEvents = [projectionWriterBegan, projectionRangeBegun] as const;

export type ProjectionEvent = EventOf<(typeof projectionEvents)[number]>;
