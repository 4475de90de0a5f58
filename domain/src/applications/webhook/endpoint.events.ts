import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';

const context = 'webhook';
/** What an address of a customer receives: our events, or store notifications as they came. */
export const endpointKinds = ['webhook', 'forwarding'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

const kindField = z.enum(endpointKinds);
const ofEndpoint = { application_id: z.number().int().positive(), endpoint_id: z.uuid(), lane: kindField };

const endpointEvent = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  meaning: string,
  data: Shape,
) =>
  defineEvent({
    type,
    context,
    stream: 'customerEndpoints-<applicationId>',
    meaning,
    data: { ...ofEndpoint, ...data },
  });

export const endpointEvents = [
  endpointEvent('CustomerEndpointOpened', "A customer's address receives deliveries of its lane from here on.", {
    url: z.string(),
    /** What webhooks are signed with, encrypted; `null` for forwarding, which is not signed. */
    secret: encryptedField.nullable(),
    opened_at: instantField,
  }),
  endpointEvent('CustomerEndpointClosed', 'The address was taken away or exchanged; what waits for it is not sent.', {
    closed_at: instantField,
  }),
  endpointEvent('CustomerEndpointDisabled', 'The address is not called any more until someone sets it again.', {
    /** `gone`: it answered 410; `failing`: five days without a success. */
    reason: z.enum(['gone', 'failing']),
    disabled_at: instantField,
  }),
  endpointEvent('CustomerEndpointEnabled', 'Someone set the address again after it was disabled.', {
    enabled_at: instantField,
  }),
  endpointEvent('WebhookSecretRotated', 'Webhooks are signed with another secret, and with the former one for a day.', {
    secret: encryptedField,
    rotated_at: instantField,
  }),
] as const;
export type EndpointEvent = EventOf<(typeof endpointEvents)[number]>;
