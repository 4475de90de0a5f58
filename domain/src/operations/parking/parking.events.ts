import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const waitingStream = {
  /** The stream that waits. */
  stream: z.string().min(1),
  /** Place in the log of the event that could not be projected; decimal, because it has 64 bits. */
  position: z.string().regex(/^\d{1,20}$/),
};

const parkedEvent = {
  ...waitingStream,
  decided_at: instantField,
};

export const parkedStreamRetried = defineEvent({
  type: 'ParkedStreamRetried',
  context: 'parking',
  stream: 'parkedStream-<stream>',
  meaning: 'An operator had a parked stream projected again from its parked event on.',
  data: parkedEvent,
});

export const parkedEventSkipped = defineEvent({
  type: 'ParkedEventSkipped',
  context: 'parking',
  stream: 'parkedStream-<stream>',
  meaning:
    'An operator left a parked event out of the tables permanently; the later events of its stream were projected.',
  data: parkedEvent,
});

const waitingInTables = {
  /** Name of the database that the tables are in. */
  tables: z.string().min(1),
  /** Of the lease that the process holds which writes them. */
  epoch: z.number().int().positive(),
  projection: z.string().min(1),
  ...waitingStream,
};

export const streamParked = defineEvent({
  type: 'StreamParked',
  context: 'parking',
  stream: 'tableParking-<tables>',
  meaning: 'A projection cannot process an event; the later events of its stream wait for an operator.',
  data: {
    ...waitingInTables,
    /** Of the event that could not be projected in its stream. */
    revision: z.string().regex(/^\d{1,20}$/),
    event_type: z.string(),
    reason: z.string().max(2000),
    parked_at: instantField,
  },
});

export const streamReleased = defineEvent({
  type: 'StreamReleased',
  context: 'parking',
  stream: 'tableParking-<tables>',
  meaning: 'All events of the stream are in the tables of the projection, or the one that an operator left out is not.',
  data: { ...waitingInTables, released_at: instantField },
});

export const tableParkingEvents = [streamParked, streamReleased] as const;
export const parkingEvents = [parkedStreamRetried, parkedEventSkipped] as const;
