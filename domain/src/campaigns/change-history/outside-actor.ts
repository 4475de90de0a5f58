import { z } from 'zod';
import { encryptedField } from '../../shared/fields.ts';

/**
 * Who changed a setting elsewhere, by the record of the ad service; `tapwise`: it was a call of ours. `user` is what the service calls
 * them, encrypted.
 */
export const outsideActorField = z.object({
  kind: z.enum(['person', 'api', 'apple', 'tapwise']),
  user: encryptedField.nullable(),
});
export type OutsideActor = z.infer<typeof outsideActorField>;

/** Who set a value elsewhere, and when (ISO 8601). */
export interface OutsideSetting {
  readonly actor: OutsideActor;
  readonly at: string;
}
