import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const context = 'past-tables';
const stream = 'pastTables-<id>';
const id = z.uuid();
/** Decimal, because it has 64 bits. */
const position = z.string().regex(/^\d{1,20}$/);
/** Counted from 1. */
const step = z.number().int().min(1);

const pastTablesRequested = defineEvent({
  type: 'PastTablesRequested',
  context,
  stream,
  meaning: 'Tables as they were at an instant are wanted, for as long as the lease `pastView-<id>` is held.',
  data: {
    id,
    /** Name of the database of the current tables. */
    tables: z.string().min(1),
    at: instantField,
    /** Of the last event they are to hold; absent: all that was recorded by the instant. */
    position: position.optional(),
    /** They are for this caller alone, who may have them continued. */
    own: z.literal(true).optional(),
  },
});

const pastTablesContinued = defineEvent({
  type: 'PastTablesContinued',
  context,
  stream,
  meaning: 'Such tables are there and wanted as they were later; repeated while nothing is heard.',
  data: {
    id,
    step,
    at: instantField,
    /** Of the last event they are to hold then; absent: all that was recorded by the instant. */
    position: position.optional(),
  },
});

const pastTablesProgressed = defineEvent({
  type: 'PastTablesProgressed',
  context,
  stream,
  meaning: 'A part of the log has been read for such tables; at most one a second.',
  data: { id, part: z.number().min(0).max(1) },
});

const pastTablesMade = defineEvent({
  type: 'PastTablesMade',
  context,
  stream,
  meaning: 'Such tables are there, for as long as the lease `pastTables-<id>` is held.',
  data: {
    id,
    database: z.string().min(1),
    /** Of the last event they hold. */
    position,
    /** How often they have been continued; absent: not yet. */
    step: step.optional(),
  },
});

const pastTablesRefused = defineEvent({
  type: 'PastTablesRefused',
  context,
  stream,
  meaning: 'Such tables are not made: too many are in use, or they could not be made.',
  data: { id, reason: z.enum(['busy', 'failed']) },
});

export const pastTablesEvents = [
  pastTablesRequested,
  pastTablesContinued,
  pastTablesProgressed,
  pastTablesMade,
  pastTablesRefused,
] as const;

export type PastTablesEvent = EventOf<(typeof pastTablesEvents)[number]>;
