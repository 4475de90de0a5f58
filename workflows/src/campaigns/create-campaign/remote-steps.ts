import { isDeepStrictEqual } from 'node:util';
import {
  claimNumber,
  type EventLog,
  type FoldFollower,
  type InvoiceDetails,
  type KeyVault,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  type CreationStep,
  creationStream,
  type Directory,
  type ExistingCreation,
  findApplication,
  firstAutomationId,
  haveOwnAdGroups,
  isUnderWay,
  nextStep,
  stopOf,
} from '@tapwise/domain';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { runActivity } from '../../activity/run-activity.ts';
import { type StallWatch, watchForStalls } from '../../activity/stall-watch.ts';
import { workflowActor } from '../../streams/actor.ts';
import type { CreateCampaignActivities, RemoteStep, RemoteStepInput, StepEnd } from './create-campaign.contract.ts';
import { type CreationStreams, createCreationLog } from './creation-log.ts';
import { steadyWriter } from './steady-writer.ts';
import { summaryOf } from './step-summary.ts';
import { addNegatives } from './steps/add-negatives.ts';
import { checkRequest } from './steps/check-request.ts';
import { finishCampaign } from './steps/finish-campaign.ts';
import { keywordPairs } from './steps/keyword-pairs.ts';
import { makeSharedAdGroup } from './steps/make-ad-group.ts';
import { makeCampaign } from './steps/make-campaign.ts';
import { sharedKeywords } from './steps/shared-keywords.ts';
import { planAt, type StepContext } from './steps/step-context.ts';
import { done } from './steps/step-end.ts';

export interface CreateCampaignDependencies {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly vault: Pick<KeyVault, 'decrypt'>;
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'writer'> | undefined;
  /** Whether nothing can be done in an organization now: its creations wait. Absent: something can. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
  /** No further call begins after it aborts; those under way are waited for. */
  readonly stopping: AbortSignal;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
  /** Notices standstills of this process, unless a test stands in for it. */
  readonly watch?: () => StallWatch;
}

type RemoteSteps = Pick<
  CreateCampaignActivities,
  'checkRequest' | 'makeCampaign' | 'makeAdGroup' | 'addNegatives' | 'addKeywords' | 'finishCampaign'
>;
type StepOf<Name extends RemoteStep['step']> = Extract<CreationStep, { step: Name }>;

/** Steps at the ad service. One that is not due any more, or comes while Stop all is pressed, does nothing. */
export function createRemoteSteps(dependencies: CreateCampaignDependencies, streams: CreationStreams): RemoteSteps {
  const { watch = watchForStalls } = dependencies;
  const remoteStep =
    <Name extends RemoteStep['step']>(
      name: Name,
      work: (context: StepContext, step: StepOf<Name>) => Promise<StepEnd>,
    ) =>
    ({ creation_id, ...summary }: RemoteStepInput<Name>): Promise<StepEnd> =>
      runActivity(async () => {
        const stalls = watch();
        try {
          const { state } = await streams.creations.current(creationStream(creation_id));
          if (state.status === 'absent' || !isUnderWay(state)) return done;
          const step = nextStep(state);
          if (!isStep(step, name) || !isDeepStrictEqual(summaryOf(state, step), summary)) return done;
          const context = contextOf(dependencies, streams, state, stalls);
          return context === undefined || context.stopped() ? done : await work(context, step);
        } finally {
          stalls.stop();
        }
      });
  return {
    checkRequest: remoteStep('check', checkRequest),
    makeCampaign: remoteStep('campaign', (context, { campaign }) => makeCampaign(context, campaign)),
    makeAdGroup: remoteStep('ad_group', (context, { campaign, role }) => makeSharedAdGroup(context, campaign, role)),
    addNegatives: remoteStep('negatives', addNegatives),
    addKeywords: remoteStep('keywords', (context, { campaign, positions }) => {
      const ownAdGroups = haveOwnAdGroups(planAt(context.creation, campaign));
      return (ownAdGroups ? keywordPairs : sharedKeywords)(context, campaign, positions);
    }),
    finishCampaign: remoteStep('finish', (context, { campaign, end }) => finishCampaign(context, campaign, end)),
  };
}

const isStep = <Name extends RemoteStep['step']>(step: CreationStep, name: Name): step is StepOf<Name> =>
  step.step === name;

/** @returns `undefined` while there is no user of the ad service's API. */
function contextOf(
  { log, directory, vault, searchAds, stopping, now = Date.now }: CreateCampaignDependencies,
  streams: CreationStreams,
  creation: ExistingCreation,
  stalls: StallWatch,
): StepContext | undefined {
  if (searchAds === undefined) return undefined;
  return {
    writer: steadyWriter(searchAds.writer, stalls),
    log: createCreationLog(streams, creation, now),
    creation,
    now,
    stopped: () => stopping.aborted || isStopAllPressed(directory.state, creation.request.application_id),
    invoiceDetails: () => readInvoice(vault, creation),
    claimAutomationNumber: () =>
      claimNumber(log, workflowActor('create-campaign'), { purpose: 'automation', first: firstAutomationId }),
  };
}

function isStopAllPressed(directory: Directory, applicationId: number): boolean {
  const team = directory.teams.get(findApplication(directory, applicationId)?.team_id ?? 0);
  return team !== undefined && stopOf(team, applicationId) !== undefined;
}

async function readInvoice(
  vault: Pick<KeyVault, 'decrypt'>,
  { request }: ExistingCreation,
): Promise<InvoiceDetails | null> {
  if (request.invoice_details === null) return null;
  const text = await vault.decrypt(request.invoice_details);
  return text === undefined ? null : (JSON.parse(text) as InvoiceDetails);
}
