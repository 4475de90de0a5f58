/** Stream of one application. */
export const applicationStream = (applicationId: number): string => `application-${applicationId}`;
/** Stream whose first event says which team an ad organization belongs to. */
export const adOrganizationStream = (orgId: number): string => `adOrganization-${orgId}`;
