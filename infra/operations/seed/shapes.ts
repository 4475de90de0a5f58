import { big } from './big.ts';
import { newTeam } from './new-team.ts';
import { restrictedMember } from './restricted-member.ts';
import { sdkOnly } from './sdk-only.ts';
import type { Shape } from './target.ts';
import { trialOver } from './trial-over.ts';

/** States of a team, by name. Each makes its own team in the running product and reads it back. */
export const shapes: Readonly<Record<string, Shape>> = {
  new: newTeam,
  'sdk-only': sdkOnly,
  'trial-over': trialOver,
  'restricted-member': restrictedMember,
  big,
};
