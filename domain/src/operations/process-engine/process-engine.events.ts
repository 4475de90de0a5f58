import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

export const temporalAdopted = defineEvent({
  type: 'TemporalAdopted',
  context: 'process-engine',
  stream: 'processEngine-<installation>',
  meaning:
    'A Temporal answered for the first time. From here on processes run on Temporal and wait for it while it is away.',
  data: { adopted_at: instantField },
});

export const temporalAbandoned = defineEvent({
  type: 'TemporalAbandoned',
  context: 'process-engine',
  stream: 'processEngine-<installation>',
  meaning:
    'An operator gave the processes back to our own, because Temporal does not come back; until one answers again.',
  data: { abandoned_at: instantField },
});

export const processEngineEvents = [temporalAdopted, temporalAbandoned] as const;
