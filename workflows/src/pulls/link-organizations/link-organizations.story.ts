import type { Steps } from '../../story/steps.ts';
import type { LinkOrganizationsActivities, LinkOrganizationsInput } from './link-organizations.contract.ts';

/** Without an API user nothing can be asked; the process that has one begins by waking this one. */
const withoutUserSeconds = 3600;

/** Links the ad organizations that applications wait for: regularly, and at once when something makes one linkable. */
export async function linkOrganizations(
  { call, untilWoken, continueWith }: Steps<LinkOrganizationsInput, LinkOrganizationsActivities>,
  input: LinkOrganizationsInput,
): Promise<void> {
  for (;;) {
    const { is_configured } = await call.recordApiUser();
    const pause = is_configured ? await call.linkVisibleOrganizations() : { pause_seconds: withoutUserSeconds };
    await untilWoken(pause.pause_seconds);
    await continueWith(input);
  }
}
