/** The ad organization of an application, whose months, search terms and impression shares are pulled. */
export interface PullExtrasInput {
  readonly application_id: number;
  readonly org_id: number;
}

/** Workflow ids: of each kind there is one for an organization. */
export const pullMonthsId = (applicationId: number, orgId: number): string => `pull-months/${applicationId}/${orgId}`;
export const pullSearchTermsId = (applicationId: number, orgId: number): string =>
  `pull-search-terms/${applicationId}/${orgId}`;
export const pullSharesId = (applicationId: number, orgId: number): string => `pull-shares/${applicationId}/${orgId}`;

/** The service makes a report within minutes; after this many looks it waits for the next round. */
export const looksPerReport = 240;
