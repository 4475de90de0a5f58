import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const usageReported = defineEvent({
  type: 'UsageReported',
  context: 'usage',
  stream: 'usage-<day>',
  meaning:
    'Pages said how they are used, by the catalogue of names and properties; kept for 13 months. At most 500 at once.',
  data: {
    received_at: instantField,
    events: z.array(
      z.object({
        name: z.string(),
        /** By the clock of the page. */
        at: instantField,
        /** Absent before a person is signed in. */
        account_id: z.number().int().positive().nullable(),
        properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      }),
    ),
  },
});

export const usageEvents = [usageReported] as const;

/** @param day of receipt, in UTC. */
export const usageStream = (day: string): string => `usage-${day}`;
