import type { Application, Organization } from '@tapwise/contract';

/** Whose past a screen can show. */
export interface PastScope {
  /** `null` while none is chosen, or several are. */
  applicationId: number | null;
  /** In which instants are chosen and said: that of the ad organization. */
  timeZone: string;
}

/** The past of one application, in the time zone of one of its ad organizations, or of the first. */
export const pastScopeOf = (application: Application | null, organization?: Organization | null): PastScope => ({
  applicationId: application?.id ?? null,
  timeZone: (organization ?? application?.asaOrganizations[0])?.time_zone ?? 'UTC',
});
