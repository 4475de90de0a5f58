import {
  creationStream,
  delayPause,
  dueStep,
  type ExistingCreation,
  findApplication,
  isUnderWay,
  stopOf,
  teamStream,
} from '@tapwise/domain';
import type { CreateCampaignActivities, CreateCampaignInput } from './create-campaign.contract.ts';
import {
  type CreationLog,
  type CreationStepEvent,
  type CreationStreams,
  createCreationLog,
  createCreationStreams,
} from './creation-log.ts';
import { type CreateCampaignDependencies, createRemoteSteps } from './remote-steps.ts';
import { summaryOf } from './step-summary.ts';
import { storeRules } from './store-rules.ts';

const unconnectedSeconds = 60;
/** The release of Stop all ends this wait. */
const longestStopSeconds = 600;

/** Activities of `createCampaign`. */
export function createCreateCampaignActivities(dependencies: CreateCampaignDependencies): CreateCampaignActivities {
  const { log, searchAds, isDisconnected = () => false, now = Date.now } = dependencies;
  const streams = createCreationStreams(log);
  const record = (
    { creation_id }: CreateCampaignInput,
    eventOf: (creation: ExistingCreation, creationLog: CreationLog) => CreationStepEvent,
  ): Promise<void> =>
    whileUnderWay(streams, creation_id, async (creation) => {
      const creationLog = createCreationLog(streams, creation, now);
      await creationLog.step(eventOf(creation, creationLog));
    });
  return {
    readNextStep: async ({ creation_id }) => {
      const { state } = await streams.creations.current(creationStream(creation_id));
      if (state.status === 'absent' || !isUnderWay(state)) return { step: 'ended' };
      if (searchAds === undefined || isDisconnected(state.request.org_id))
        return { step: 'wait', seconds: unconnectedSeconds };
      const due = dueStep(state, await isStopAllPressed(dependencies, streams, state));
      return due.step === 'stopped' ? { step: 'wait', seconds: longestStopSeconds } : summaryOf(state, due);
    },
    recordStop: (creation) =>
      record(creation, (_, { at }) => ({
        type: 'CreationStopped',
        data: { ...creation, stopped_at: at() },
      })),
    recordResumption: (creation) =>
      record(creation, (_, { at }) => ({
        type: 'CreationResumed',
        data: { ...creation, resumed_at: at() },
      })),
    ...createRemoteSteps(dependencies, streams),
    storeRules: ({ creation_id }) =>
      whileUnderWay(streams, creation_id, (creation) =>
        storeRules(log, creation, createCreationLog(streams, creation, now)),
      ),
    completeCreation: (creation) =>
      record(creation, (_, { at }) => ({
        type: 'CreationCompleted',
        data: { ...creation, completed_at: at() },
      })),
    recordDelay: async ({ creation_id, message, retry_after_ms }) => {
      let pauseMs: number | undefined = 0;
      await whileUnderWay(streams, creation_id, async (creation) => {
        const creationLog = createCreationLog(streams, creation, now);
        pauseMs = delayPause(creation, now(), retry_after_ms);
        if (pauseMs === undefined) return;
        await creationLog.step({
          type: 'CreationDelayed',
          data: { creation_id, message, delayed_at: creationLog.at() },
        });
      });
      return { pauseSeconds: pauseMs === undefined ? null : pauseMs / 1000 };
    },
    failCreation: (failure) =>
      record(failure, (_, { at }) => ({ type: 'CreationFailed', data: { ...failure, failed_at: at() } })),
  };
}

/** By the log itself: the event that woke a creation may be newer than what this process has read. */
async function isStopAllPressed(
  { directory }: Pick<CreateCampaignDependencies, 'directory'>,
  { teams }: CreationStreams,
  { request: { application_id } }: ExistingCreation,
): Promise<boolean> {
  const application = findApplication(directory.state, application_id);
  if (application === undefined) return false;
  const { state } = await teams.current(teamStream(application.team_id));
  return state.status !== 'absent' && stopOf(state, application_id) !== undefined;
}

/** Does what is to be done for a creation, unless it has ended. */
async function whileUnderWay(
  { creations }: CreationStreams,
  creationId: string,
  work: (creation: ExistingCreation) => Promise<void>,
): Promise<void> {
  const { state } = await creations.current(creationStream(creationId));
  if (state.status !== 'absent' && isUnderWay(state)) await work(state);
}
