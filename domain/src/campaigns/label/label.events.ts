import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../shared/fields.ts';
import { changeActorField } from '../change/change-row.ts';

const context = 'label';
const stream = 'labels-<applicationId>';
const account_id = z.number().int().positive();
const label = {
  application_id: z.number().int().positive(),
  /** The same number is given once in the whole product. */
  label_id: z.number().int().positive(),
};

/** What a row of a change of labels came to. `refused`: the object has as many labels as it may; `skipped`: label or object is deleted. */
export const labelOutcomes = ['changed', 'unchanged', 'refused', 'skipped'] as const;

export const labelCreated = defineEvent({
  type: 'LabelCreated',
  context,
  stream,
  meaning:
    'Campaigns, ad groups and keywords of the application can be marked with this word; the ad service never knows it.',
  data: { ...label, name: z.string().min(1).max(80), account_id, created_at: instantField },
});

export const labelRenamed = defineEvent({
  type: 'LabelRenamed',
  context,
  stream,
  meaning: 'A label has another name; objects keep it.',
  data: { ...label, name: z.string().min(1).max(80), account_id, renamed_at: instantField },
});

export const labelDeleted = defineEvent({
  type: 'LabelDeleted',
  context,
  stream,
  meaning: 'A label is no more, and no object has it.',
  data: { ...label, account_id, deleted_at: instantField },
});

export const labelObjectsChanged = defineEvent({
  type: 'LabelObjectsChanged',
  context,
  stream,
  meaning: 'One label was added to objects or removed from them, as one change that can be undone.',
  data: {
    ...label,
    /** As it was called then. */
    name: z.string().min(1).max(80),
    change_id: z.uuid(),
    actor: changeActorField,
    comment: z.string().max(500).nullable(),
    /** Change that this one takes back. */
    undoes: z.uuid().nullable(),
    changed_at: instantField,
    /** Currency of the organization of all rows; `null` where there are several. */
    settings_currency: currencyField.nullable(),
    /** The campaigns of the rows, with their organizations. */
    campaigns: z.array(z.object({ campaign_id: adsIdField, org_id: adsIdField })),
    /** No object twice. */
    rows: z
      .array(
        z.object({
          /** `campaign`, `campaign:adgroup` or `campaign:adgroup:keyword`. */
          key: z.string().regex(/^\d{1,16}(:\d{1,16}){0,2}$/),
          /** Added, else removed. */
          add: z.boolean(),
          outcome: z.enum(labelOutcomes),
        }),
      )
      .min(1)
      .max(5000),
  },
});

export const labelEvents = [labelCreated, labelRenamed, labelDeleted, labelObjectsChanged] as const;
export type LabelEvent = EventOf<(typeof labelEvents)[number]>;
