import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';
import { changeFields, settingValueField } from '../change/change-row.ts';
import { outsideActorField } from './outside-actor.ts';

const namedChangeField = z.object({
  key: z.string(),
  field: z.enum(changeFields),
  value: settingValueField,
  /** Of the observation that showed it. */
  observed_at: instantField,
  /** `null`: the record does not have it, or not yet. */
  actor: outsideActorField.nullable(),
  /** When the record says that it was made. */
  changed_at: instantField.nullable(),
});
export type NamedChange = z.infer<typeof namedChangeField>;

export const changeActorsRead = defineEvent({
  type: 'ChangeActorsRead',
  context: 'campaign',
  stream: 'campaign-<campaignId>',
  meaning:
    'The record of the ad service was asked who made changes that a pull had found, and when; who did is encrypted. At most 500.',
  data: {
    org_id: adsIdField,
    campaign_id: adsIdField,
    read_at: instantField,
    changes: z.array(namedChangeField).max(500),
  },
});
export type ChangeActorsReadEvent = EventOf<typeof changeActorsRead>;
