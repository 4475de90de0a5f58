import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';

const callSharesDivided = defineEvent({
  type: 'CallSharesDivided',
  context: 'lease',
  stream: 'callShares-<subject>',
  meaning:
    'So many calls of a service each process may have under way at once; only the newest of these events is kept.',
  data: {
    /** The service whose limit is divided. */
    subject: z.string().min(1),
    /** In the order in which they came. */
    holders: z.array(z.object({ holder: z.string().min(1), calls: z.number().int().nonnegative() })),
  },
});

export const callShareEvents = [callSharesDivided] as const;
export type CallShareEvent = EventOf<(typeof callShareEvents)[number]>;
