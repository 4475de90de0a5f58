import type { CreationStep } from '@tapwise/domain';
import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';

/** A creation that was asked for. Its content and progress are in the log. */
export interface CreateCampaignInput {
  readonly creation_id: string;
}

/** A step at the ad service; what it is made of is in the log. `campaign` is a place among the campaigns of the creation. */
export type RemoteStep =
  | Extract<CreationStep, { step: 'check' | 'campaign' | 'ad_group' | 'finish' }>
  /** `count` negatives of an ad group, or of the campaign (`null`), of which the first is `first` in the list. */
  | {
      readonly step: 'negatives';
      readonly campaign: number;
      readonly ad_group_id: number | null;
      readonly first: number;
      readonly count: number;
    }
  /** `count` keywords of a campaign, of which the first is `first` in the list. */
  | { readonly step: 'keywords'; readonly campaign: number; readonly first: number; readonly count: number };

/**
 * How a step ended. `delayed`: try again later; `disconnected`: nothing is done for the organization until its connection changes; `stuck`: the creation cannot go on, in the ad
 * service's words.
 */
export type StepEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'delayed'; readonly message: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'stuck'; readonly message: string; readonly status: number | null; readonly nameTaken?: true };

/** What is to be done next by the log. `wait`: Stop all is pressed, or the ad service does nothing for the organization now. */
export type NextStep =
  | RemoteStep
  | { readonly step: 'ended' }
  | { readonly step: 'stop' }
  | { readonly step: 'resume' }
  | { readonly step: 'complete' }
  | { readonly step: 'wait'; readonly seconds: number }
  | { readonly step: 'fail'; readonly message: string };

export type RemoteStepInput<Name extends RemoteStep['step']> = CreateCampaignInput &
  Extract<RemoteStep, { step: Name }>;

export interface CreationFailure extends CreateCampaignInput {
  readonly reason: 'refused_by_apple' | 'unavailable' | 'name_taken' | 'nothing_created';
  /** In the ad service's words where it refused. */
  readonly message: string;
  readonly apple_status: number | null;
}

export interface CreationDelay extends CreateCampaignInput {
  readonly message: string;
  readonly retry_after_ms: number | null;
}

/** Each does one step as the log has it, and nothing where that step is not due any more; each may be cut off and repeated. */
export interface CreateCampaignActivities {
  readNextStep(creation: CreateCampaignInput): Promise<NextStep>;
  /** Records that Stop all holds it back. */
  recordStop(creation: CreateCampaignInput): Promise<void>;
  recordResumption(creation: CreateCampaignInput): Promise<void>;
  /** Asks the ad service for what only it knows; what it forbids refuses the request before anything is made. */
  checkRequest(step: RemoteStepInput<'check'>): Promise<StepEnd>;
  makeCampaign(step: RemoteStepInput<'campaign'>): Promise<StepEnd>;
  makeAdGroup(step: RemoteStepInput<'ad_group'>): Promise<StepEnd>;
  addNegatives(step: RemoteStepInput<'negatives'>): Promise<StepEnd>;
  /** Adds keywords, with their ad groups where each has one of its own. */
  addKeywords(step: RemoteStepInput<'keywords'>): Promise<StepEnd>;
  /** Switches a new campaign on, or removes it when it got no keyword. */
  finishCampaign(step: RemoteStepInput<'finish'>): Promise<StepEnd>;
  /** Stores the rule of each campaign that is to have one. */
  storeRules(creation: CreateCampaignInput): Promise<void>;
  completeCreation(creation: CreateCampaignInput): Promise<void>;
  /** @returns how long to wait; `null` when the ad service has held it up for too long. */
  recordDelay(delay: CreationDelay): Promise<{ readonly pauseSeconds: number | null }>;
  failCreation(failure: CreationFailure): Promise<void>;
}

const remoteOptions: ActivityOptions = {
  queue: 'writes',
  longestSeconds: 900,
  heartbeatSeconds: 5,
  retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
};

export const createCampaignProcess = defineProcess<CreateCampaignInput, CreateCampaignActivities>({
  name: 'createCampaign',
  id: ({ creation_id }) => `creation/${creation_id}`,
  activities: {
    readNextStep: recordOptions,
    recordStop: recordOptions,
    recordResumption: recordOptions,
    checkRequest: remoteOptions,
    makeCampaign: remoteOptions,
    makeAdGroup: remoteOptions,
    addNegatives: remoteOptions,
    addKeywords: remoteOptions,
    finishCampaign: remoteOptions,
    storeRules: recordOptions,
    completeCreation: recordOptions,
    recordDelay: recordOptions,
    failCreation: recordOptions,
  },
});
