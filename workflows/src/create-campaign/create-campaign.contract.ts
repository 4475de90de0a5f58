/** A creation that was asked for. Its content and progress are in the log. */
export interface CreateCampaignInput {
  readonly creation_id: string;
}

/** Workflow id; a creation is carried out by one workflow. */
export const createCampaignId = (creationId: string): string => `creation/${creationId}`;
