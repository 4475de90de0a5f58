import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, dayField, instantField } from '../../../shared/fields.ts';

export const adsDaysLoaded = defineEvent({
  type: 'AdsDaysLoaded',
  context: 'ads-report',
  stream: 'adsDays-<applicationId>.<orgId>',
  meaning: 'Figures of these days, older than those that pulls ask for, were asked for once and are recorded.',
  data: {
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    loaded_at: instantField,
    from_day: dayField,
    to_day: dayField,
  },
});

export const daysLoadedEvents = [adsDaysLoaded] as const;
export type DaysLoadedEvent = EventOf<(typeof daysLoadedEvents)[number]>;
