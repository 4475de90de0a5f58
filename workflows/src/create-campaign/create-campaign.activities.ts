import {
  claimNumber,
  type EventLog,
  type FoldFollower,
  handleCommand,
  type InvoiceDetails,
  type KeyVault,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  automationStream,
  creationStream,
  type Directory,
  type DomainEventOf,
  type ExistingCreation,
  findApplication,
  firstAutomationId,
  isUnderWay,
  stopOf,
} from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import { workflowActor } from '../streams/actor.ts';
import type { CreateCampaignInput } from './create-campaign.contract.ts';
import { type CreationLog, type CreationStreams, createCreationLog, createCreationStreams } from './creation-log.ts';
import { runStep } from './run-step.ts';
import type { StepContext } from './steps/step-context.ts';
import type { Halt } from './steps/step-end.ts';

export interface CreateCampaignActivities {
  /**
   * Does the next step of a creation: asks, makes a campaign, or a chunk of keywords. Answers whether it has ended, and else when it is
   * to be called again. It may be cut off and repeated at any point.
   */
  createCampaign(input: CreateCampaignInput): Promise<Step>;
}

export interface CreateCampaignDependencies {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly vault: Pick<KeyVault, 'decrypt'>;
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'writer'> | undefined;
  /** No further call begins after it aborts; those under way are waited for. */
  readonly stopping: AbortSignal;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const withoutUserSeconds = 60;
const stoppedSeconds = 2;
/** Pauses while the ad service limits requests or is away grow with the time that it has been so. */
const shortestPauseMs = 2000;
const longestPauseMs = 600_000;
const endOfDelaysMs = 6 * 3_600_000;

/** Activities of `createCampaign`. */
export function createCreateCampaignActivities(dependencies: CreateCampaignDependencies): CreateCampaignActivities {
  const streams = createCreationStreams(dependencies.log);
  const running = new Set<string>();
  return {
    createCampaign: ({ creation_id }) =>
      runAlive(async () => {
        // A driver that switches to the other may still be at it here.
        if (running.has(creation_id)) return { done: false, again_seconds: 1 };
        running.add(creation_id);
        try {
          return await stepOf(dependencies, streams, creation_id);
        } finally {
          running.delete(creation_id);
        }
      }),
  };
}

async function stepOf(
  dependencies: CreateCampaignDependencies,
  streams: CreationStreams,
  creationId: string,
): Promise<Step> {
  const { searchAds, stopping, now = Date.now } = dependencies;
  const { state } = await streams.creations.current(creationStream(creationId));
  if (state.status === 'absent' || !isUnderWay(state)) return { done: true };
  if (searchAds === undefined) return { done: false, again_seconds: withoutUserSeconds };
  const log = createCreationLog(streams, state, now);
  const isPressed = () => isStopAllPressed(dependencies.directory.state, state.request.application_id);
  if (await isHeldBack(isPressed(), log, state)) return { done: false, again_seconds: stoppedSeconds };
  const context: StepContext = {
    writer: searchAds.writer,
    log,
    creation: state,
    now,
    stopped: () => stopping.aborted || isPressed(),
    invoiceDetails: () => readInvoice(dependencies.vault, state),
    claimAutomationNumber: () =>
      claimNumber(dependencies.log, actorContext, { purpose: 'automation', first: firstAutomationId }),
    storeAutomation: (data) => storeAutomation(dependencies.log, data),
  };
  const end = await runStep(context);
  if (end.kind !== 'done') return halted(log, state, end, now());
  const { status } = await streams.creations.state(creationStream(creationId));
  return isUnderWay({ status } as typeof state) ? { done: false, again_seconds: 0 } : { done: true };
}

const actorContext = workflowActor('create-campaign');

function isStopAllPressed(directory: Directory, applicationId: number): boolean {
  const team = directory.teams.get(findApplication(directory, applicationId)?.team_id ?? 0);
  return team !== undefined && stopOf(team, applicationId) !== undefined;
}

/** Records that Stop all holds a creation back, or no longer does. @returns `isPressed`. */
async function isHeldBack(
  isPressed: boolean,
  log: CreationLog,
  { request, status }: ExistingCreation,
): Promise<boolean> {
  const { creation_id } = request;
  if (isPressed) await log.step({ type: 'CreationStopped', data: { creation_id, stopped_at: log.at() } });
  else if (status === 'stopped') {
    await log.step({ type: 'CreationResumed', data: { creation_id, resumed_at: log.at() } });
  }
  return isPressed;
}

/** What holds a creation up is waited out for six hours; what forbids it ends it. */
async function halted(log: CreationLog, creation: ExistingCreation, end: Halt, now: number): Promise<Step> {
  const { creation_id } = creation.request;
  const { message } = end;
  const fail = async (reason: 'refused_by_apple' | 'unavailable' | 'name_taken', apple_status: number | null) => {
    const data = { creation_id, reason, message, apple_status, failed_at: log.at() };
    await log.step({ type: 'CreationFailed', data });
    return { done: true } as const;
  };
  if (end.kind === 'stuck') return fail(end.nameTaken === true ? 'name_taken' : 'refused_by_apple', end.status);
  const since = creation.delayedSince === null ? now : Date.parse(creation.delayedSince);
  if (now - since >= endOfDelaysMs) return fail('unavailable', null);
  await log.step({ type: 'CreationDelayed', data: { creation_id, message, delayed_at: log.at() } });
  const pause = Math.max(shortestPauseMs, Math.min(longestPauseMs, now - since), end.retryAfterMs ?? 0);
  return { done: false, again_seconds: pause / 1000 };
}

async function readInvoice(
  vault: Pick<KeyVault, 'decrypt'>,
  { request }: ExistingCreation,
): Promise<InvoiceDetails | null> {
  if (request.invoice_details === null) return null;
  const text = await vault.decrypt(request.invoice_details);
  return text === undefined ? null : (JSON.parse(text) as InvoiceDetails);
}

async function storeAutomation(log: EventLog, data: DomainEventOf<'AutomationCreated'>['data']): Promise<void> {
  await handleCommand(log, {
    stream: automationStream(data.automation_id),
    decider: { initialState: () => false, evolve: () => true },
    cause: `created ${data.automation_id}`,
    context: actorContext,
    assume: 'new',
    decide: (current) => (current ? [] : [{ type: 'AutomationCreated' as const, data }]),
  });
}
