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

export const processEngineEvents = [temporalAdopted] as const;
