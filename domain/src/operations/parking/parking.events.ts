import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const parkedEvent = {
  /** The stream that waits. */
  stream: z.string().min(1),
  /** Place in the log of the event that could not be projected; decimal, because it has 64 bits. */
  position: z.string().regex(/^\d{1,20}$/),
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

export const parkingEvents = [parkedStreamRetried, parkedEventSkipped] as const;
