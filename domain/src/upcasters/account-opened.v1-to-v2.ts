import { z } from 'zod';
import { defineUpcaster } from './define-upcaster.ts';

/** Until version 2 every account founded the team it belongs to, and the team's facts were the account's own. */
export const accountOpenedV1ToV2 = defineUpcaster({
  type: 'AccountOpened',
  from: 1,
  recorded: z.looseObject({ organization_name: z.string(), access: z.string(), trial_expires_at: z.string() }),
  upcast: ({ organization_name: name, access, trial_expires_at, ...account }) => ({
    ...account,
    founded_team: { name, access, trial_expires_at },
  }),
});
