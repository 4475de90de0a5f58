/** Stream of what was decided about the search terms of one campaign. */
export const termDecisionStream = (campaignId: number): string => `termDecisions-${campaignId}`;
