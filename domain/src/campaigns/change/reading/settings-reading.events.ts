import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../../shared/fields.ts';
import { changeRowField, settingValueField } from '../change-row.ts';

const context = 'change';
const stream = 'settingsReading-<readingId>';
const reading_id = z.uuid();

export const settingsReadingEvents = [
  defineEvent({
    type: 'SettingsReadingRequested',
    context,
    stream,
    meaning:
      'Someone is about to see what a change would come to: its settings are to be read from the ad service. Nothing is sent.',
    data: {
      reading_id,
      application_id: z.number().int().positive(),
      org_id: adsIdField,
      currency: currencyField,
      settings: z.array(changeRowField.pick({ key: true, field: true, base: true, new: true })).max(5000),
      requested_at: instantField,
    },
  }),
  defineEvent({
    type: 'SettingsRead',
    context,
    stream,
    meaning: 'What the ad service has of the settings that were asked for.',
    data: {
      reading_id,
      /** In the order of the question; `null` for an object that is not there. */
      found: z.array(z.object({ deleted: z.boolean(), value: settingValueField }).nullable()).max(5000),
      read_at: instantField,
    },
  }),
  defineEvent({
    type: 'SettingsReadingFailed',
    context,
    stream,
    meaning: 'The ad service could not be asked for the settings, for this reason.',
    data: { reading_id, message: z.string(), failed_at: instantField },
  }),
] as const;
export type SettingsReadingEvent = EventOf<(typeof settingsReadingEvents)[number]>;
