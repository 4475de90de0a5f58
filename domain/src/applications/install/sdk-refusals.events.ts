import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

/** Versions that one event names at most: anybody who has the key may send any text as one. */
export const mostRefusedVersions = 20;

export const sdkCallsRefused = defineEvent({
  type: 'SdkCallsRefused',
  context: 'install',
  stream: 'sdkRefusals-<applicationId>',
  meaning:
    'Calls of the SDK could not be read and were answered 400, by the version they named, since a process last recorded such calls.',
  data: {
    application_id: z.number().int().positive(),
    recorded_at: instantField,
    versions: z
      .array(z.object({ sdk_version: z.string().max(64).nullable(), calls: z.number().int().positive() }))
      .min(1)
      .max(mostRefusedVersions),
  },
});

export const sdkRefusalEvents = [sdkCallsRefused] as const;
export type SdkRefusalEvent = EventOf<(typeof sdkRefusalEvents)[number]>;
