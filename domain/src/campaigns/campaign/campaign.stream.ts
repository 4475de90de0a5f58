/** Stream of what we have seen of one campaign, its ad groups, keywords and ads. */
export const campaignStream = (campaignId: number): string => `campaign-${campaignId}`;
