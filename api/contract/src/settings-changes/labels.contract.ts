import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { caller, idField } from '../request-fields.ts';
import { objectKeyField } from './change-settings.contract.ts';

/** Words of the team for campaigns, ad groups and keywords; the ad service never knows them. */
export const labelPaths = { labels: '/api/asa/labels', objects: '/api/asa/labels/objects' } as const;

const idParameter = z.string().max(20).optional();
const token = z.string().max(200).optional();
const application = { application_id: idField, ...caller };
const nameField = z
  .string()
  .max(400)
  .meta({ description: '1 to 40 characters; no other label of the application has it.' });

export const labelsQuerySchema = z.strictObject({ application_id: idParameter, token });
export const createLabelBodySchema = z.strictObject({ ...application, name: nameField });
export const renameLabelBodySchema = z.strictObject({ ...application, id: idField, name: nameField });
export const deleteLabelBodySchema = z.strictObject({ ...application, id: idField });
/** The same in the address, where proxies drop bodies. */
export const deleteLabelQuerySchema = z.strictObject({
  application_id: idParameter,
  id: idParameter,
  comment: z.string().max(500).optional(),
  token,
});

const keysField = z.array(objectKeyField).optional();
export const labelObjectsBodySchema = z.strictObject({
  ...application,
  id: idField,
  add: keysField.meta({ description: 'Objects that get the label; at most 5,000 with those that lose it.' }),
  remove: keysField,
});

const labelSchema = z.object({
  id: z.number(),
  name: z.string(),
  objects: z.number().int().meta({ description: 'How many campaigns, ad groups and keywords have it.' }),
});
export type LabelOfApplication = z.infer<typeof labelSchema>;

/** By name. */
export const labelsResponseSchema = okSchema.extend({ labels: z.array(labelSchema) });
export type LabelsResponse = z.infer<typeof labelsResponseSchema>;
export const createdLabelResponseSchema = okSchema.extend({ id: z.number() });
