import type { partStatusSchema } from '@tapwise/contract';
import { connectionOf, isDisconnected } from '@tapwise/domain';
import type { z } from 'zod';
import { spokenBy } from '../../apple-ads/apple-ads.ts';
import { serviceState } from '../../apple-ads/service-state.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

type AdsProbed = Pick<ApiDependencies, 'appleAds' | 'now'> & {
  readonly directory: Pick<ApiDependencies['directory'], 'state'>;
};

/** Organizations of applications that can neither be read nor changed; calls and metrics say `standing`. */
export function disconnectedOrganizations({ appleAds, directory }: Pick<AdsProbed, 'appleAds' | 'directory'>): number {
  const spoken = spokenBy(appleAds);
  const organizations = [...directory.state.applications.values()].flatMap((application) => application.organizations);
  const ids = new Set(organizations.map(({ org_id }) => org_id));
  return [...ids].filter((orgId) => isDisconnected(connectionOf(appleAds.connections.state, orgId), spoken)).length;
}

/** Apple Ads as a part. The answer is public, so what it says names no organization. */
export function appleAdsPart(deps: AdsProbed): z.infer<typeof partStatusSchema> {
  const standing = disconnectedOrganizations(deps);
  const state = serviceState(deps);
  const sentences = [
    ...(state === 'ended' ? ['The interface has ended'] : []),
    ...(state === 'away' ? ['Apple Ads does not answer'] : []),
    ...(standing > 0 ? [`${standing} organizations are not connected`] : []),
  ];
  return {
    status: sentences.length === 0 ? 'ok' : 'degraded',
    detail: sentences.join('. '),
    api: deps.appleAds.version,
    standing,
  };
}
