import { z } from 'zod';
import { defineUpcaster } from './define-upcaster.ts';

/** An account of that time was the founder of its team, and the two have the same number. */
export const adOrganizationClaimedV1ToV2 = defineUpcaster({
  type: 'AdOrganizationClaimed',
  from: 1,
  recorded: z.looseObject({ account_id: z.number() }),
  upcast: ({ account_id, ...claim }) => ({ ...claim, team_id: account_id }),
});
