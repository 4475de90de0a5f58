import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';

const followerAdvanced = defineEvent({
  type: 'FollowerAdvanced',
  context: 'follower',
  stream: 'follower-<name>',
  meaning:
    'A follower of the log has done what follows from all events up to a position; only the newest of these is kept.',
  data: {
    name: z.string().min(1),
    /** In the log; decimal, because it has 64 bits. */
    position: z.string().regex(/^\d{1,20}$/),
    /** Of the lease under which it follows. */
    epoch: z.number().int().positive(),
  },
});

export const followerEvents = [followerAdvanced] as const;

export type FollowerEvent = EventOf<(typeof followerEvents)[number]>;
