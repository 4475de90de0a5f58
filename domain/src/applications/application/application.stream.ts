/** Stream of one application. */
export const applicationStream = (applicationId: number): string => `application-${applicationId}`;
/** Stream whose first event says which team an ad organization belongs to. */
export const adOrganizationStream = (orgId: number): string => `adOrganization-${orgId}`;
/** Stream whose first event says which application a team has for an app of the store. */
export const teamAppStream = (teamId: number, adamId: number): string => `teamApp-${teamId}.${adamId}`;
