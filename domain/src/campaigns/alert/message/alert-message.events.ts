import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { instantField } from '../../../shared/fields.ts';
import { alertDeliveryEvents } from './alert-delivery.events.ts';

const context = 'alert';
const stream = 'alertMessages-<channelId>';
const subject = { channel_id: z.uuid(), team_id: z.number().int().positive(), message_id: z.uuid() };

/** A claim of more incidents is several events. */
export const mostItems = 1000;
export const messageKinds = ['fired', 'unsteady', 'still_firing', 'recovered'] as const;
/** One incident of a message; `number` counts messages of its kind in the incident. */
const itemField = z.object({
  episode_id: z.uuid(),
  kind: z.enum(messageKinds),
  number: z.number().int().positive(),
});

export const alertMessageEvents = [
  defineEvent({
    type: 'AlertMessageClaimed',
    context,
    stream,
    meaning:
      'A process is about to send a message about these incidents. Each incident and kind is claimed once for a channel, however many processes try.',
    data: {
      ...subject,
      form: z.enum(['single', 'group', 'digest']),
      items: z.array(itemField).min(1).max(mostItems),
      attempt: z.number().int().positive(),
      /** Which process it is; made anew for each attempt. */
      claim: z.uuid(),
      claimed_at: instantField,
      /** Then the attempt must be over. */
      over_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertMessageDelayed',
    context,
    stream,
    meaning: 'The other side could not be reached or asked to try later.',
    data: { ...subject, attempt: z.number().int().positive(), error: z.string().max(200), again_at: instantField },
  }),
  defineEvent({
    type: 'AlertMessageEnded',
    context,
    stream,
    meaning:
      'The message was accepted, or never will be; or the process ended between sending it and recording that, and it is not sent again.',
    data: {
      ...subject,
      state: z.enum(['sent', 'failed', 'unknown']),
      error: z.string().max(200).nullable(),
      ended_at: instantField,
    },
  }),
  ...alertDeliveryEvents,
] as const;
export type AlertMessageEvent = EventOf<(typeof alertMessageEvents)[number]>;
