import { z } from 'zod';
import { defineUpcaster } from './define-upcaster.ts';

/** Until version 2 only the hash of an invitation's token was kept, so its link cannot be shown again. */
export const teamMemberInvitedV1ToV2 = defineUpcaster({
  type: 'TeamMemberInvited',
  from: 1,
  recorded: z.looseObject({ token_hash: z.string() }),
  upcast: (data) => ({ ...data, token: null }),
});
