import { randomUUID } from 'node:crypto';
import {
  createStreamMemory,
  type EventLog,
  handleCommand,
  type ProductPage,
  type RemoteCreative,
  SearchAdsError,
  type WriteScope,
} from '@tapwise/adapters';
import {
  type CreativeSettings,
  type CreativesEvent,
  type CreativesState,
  creativesDecider,
  creativesStream,
  recordSync,
  type UnusedPage,
} from '@tapwise/domain';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { runActivity } from '../../activity/run-activity.ts';
import {
  type OrganizationContext,
  type OrganizationSources,
  readOrganizationContext,
} from '../../pulls/pull-organization/organization-context.ts';
import { workflowActor } from '../../streams/actor.ts';
import type {
  MadeCreative,
  MissingPage,
  MissingPages,
  RecordedCreatives,
  SyncCreativesActivities,
  SyncCreativesInput,
  SyncEnd,
  SyncPause,
  SyncRefusal,
} from './sync-creatives.contract.ts';

export interface SyncCreativesDependencies extends OrganizationSources {
  readonly log: EventLog;
  /** Whether nothing can be done in an organization now. Absent: something can. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
  /** No further call begins after it aborts. */
  readonly stopping: AbortSignal;
}

/** Pause after an end that is not known, and after one that the limit of requests held back. */
const pauseSeconds = 5;
const unconnected: SyncPause = { kind: 'pause', seconds: 10 };
const longestName = 200;
const mostCreatives = 2000;
const context = workflowActor('sync-creatives');

export function createSyncCreativesActivities(dependencies: SyncCreativesDependencies): SyncCreativesActivities {
  const streams = createStreamMemory(dependencies.log, creativesDecider, { keep: 100, context });
  /** @param ended The result where nothing is asked for any more. */
  const atService = <Result>(
    organization: SyncCreativesInput,
    ended: Result,
    work: (sync: Sync) => Promise<Result>,
  ): Promise<Result | SyncRefusal | SyncPause> =>
    runActivity(async (signal) => {
      const { application_id, org_id } = organization;
      const ref = { application_id, org_id };
      const { state } = await streams.current(creativesStream(application_id, org_id));
      if (!state.open) return ended;
      if (dependencies.isDisconnected?.(org_id) === true) return unconnected;
      const organizationContext = await readOrganizationContext(dependencies, ref);
      return work({ ...dependencies, ...organizationContext, ref, state, signal }).catch(refusalOf);
    });
  return {
    findMissingPages: (organization) => atService<MissingPages>(organization, { kind: 'ended' }, findMissing),
    makeCreative: ({ page, ...organization }) =>
      atService<SyncEnd | MadeCreative>(organization, { kind: 'done' }, (sync) => makeOne(sync, page)),
    recordCreatives: ({ makes, made, ...organization }) =>
      atService<SyncEnd>(organization, { kind: 'done' }, (sync) => recordAll(sync, { makes, made })),
    recordSyncFailure: ({ application_id, org_id, message, apple_status }) => {
      const ref = { application_id, org_id };
      const data = { ...ref, message, apple_status, failed_at: now() };
      return record({ ref, log: dependencies.log }, { type: 'CreativesSyncFailed', data });
    },
  };
}

interface Sync extends SyncCreativesDependencies, OrganizationContext {
  readonly ref: SyncCreativesInput;
  readonly state: CreativesState;
  readonly signal: AbortSignal;
}

/** @param made Whether creatives were made; see `recordSync`. */
async function record({ ref, log }: Pick<Sync, 'ref' | 'log'>, event: CreativesEvent, made = true): Promise<void> {
  await handleCommand(log, {
    stream: creativesStream(ref.application_id, ref.org_id),
    decider: creativesDecider,
    cause: `${event.type} ${randomUUID()}`,
    context,
    decide: (state) => recordSync(state, event, made),
  });
}

/** What the ad service refuses and would refuse again, or a pause while the organization is not connected. @throws any other error. */
function refusalOf(error: unknown): SyncRefusal | SyncPause {
  if (error instanceof SearchAdsError && error.isDisconnected) return unconnected;
  if (!(error instanceof SearchAdsError) || error.retry || error.status === null) throw error;
  return { kind: 'refused', message: error.problems[0]?.message ?? error.message, apple_status: error.status };
}

const scopeOf = ({ ref, organization, signal }: Sync): WriteScope => ({
  orgId: ref.org_id,
  currency: organization.currency,
  priority: 'person',
  signal,
});

async function findMissing(sync: Sync): Promise<MissingPages> {
  const { client, adamId, state } = sync;
  const { makes } = state;
  if (!makes) return { kind: 'open', makes, pages: [] };
  const creatives = await client.writer.listCreatives(scopeOf(sync), adamId);
  const unused = await unusedPages(sync, creatives.filter(isOfPage));
  const missing = client.writer.limits.listsEveryPage ? unused.filter(({ id }) => state.picked.has(id)) : unused;
  return { kind: 'open', makes, pages: missing.map((page) => ({ id: page.id, name: nameOf(page) })) };
}

/** Visible pages that no creative shows. */
async function unusedPages(sync: Sync, creatives: readonly RemoteCreative[]): Promise<readonly ProductPage[]> {
  const pages = await sync.client.writer.listProductPages(scopeOf(sync), sync.adamId);
  const withCreative = new Set(creatives.map(({ productPageId }) => productPageId));
  return pages.filter(({ id, visible }) => visible && !withCreative.has(id));
}

/** Looks for the creative first: an earlier attempt may have made it. */
async function makeOne(sync: Sync, { id: product_page_id, name }: MissingPage): Promise<SyncEnd | MadeCreative> {
  const { client, adamId, ref, stopping } = sync;
  const scope = scopeOf(sync);
  const creatives = await client.writer.listCreatives(scope, adamId);
  const existing = creatives.find((creative) => isOfPage(creative) && creative.productPageId === product_page_id);
  if (existing !== undefined) return recordCreative(sync, existing);
  stopping.throwIfAborted();
  const details = { ...ref, product_page_id, name };
  await record(sync, { type: 'CreativeCreationStarted', data: { ...details, started_at: now() } });
  const end = await client.writer.createCreative(scope, { adamId, name, productPageId: product_page_id });
  switch (end.kind) {
    case 'done':
      return recordCreative(sync, end.value);
    case 'refused': {
      const refused = { message: end.message, apple_status: end.status, refused_at: now() };
      await record(sync, { type: 'CreativeRefusedByApple', data: { ...details, ...refused } });
      return { kind: 'done' };
    }
    case 'limited':
      return { kind: 'pause', seconds: Math.max(pauseSeconds, (end.retryAfterMs ?? 0) / 1000) };
    // The next reading shows whether it is there.
    case 'unknown':
      return { kind: 'pause', seconds: pauseSeconds };
  }
}

async function recordCreative(sync: Sync, made: RemoteCreative): Promise<MadeCreative> {
  const creative = creativeOf(made);
  if (!sync.state.creatives.has(creative.creative_id)) {
    await record(sync, { type: 'CreativeCreated', data: { ...sync.ref, creative, created_at: now() } });
  }
  return { kind: 'made', creative_id: creative.creative_id };
}

async function recordAll(sync: Sync, { makes, made }: RecordedCreatives): Promise<SyncEnd> {
  const remote = await sync.client.writer.listCreatives(scopeOf(sync), sync.adamId);
  const seconds = pendingSeconds(remote, Date.now());
  if (seconds > 0) return { kind: 'pause', seconds };
  const listed = remote.filter(isOfPage).map(creativeOf);
  const ids = new Set(listed.map(({ creative_id }) => creative_id));
  const unlisted = made.flatMap((id) => (ids.has(id) ? [] : (sync.state.creatives.get(id) ?? [])));
  const creatives = [...listed, ...unlisted].slice(0, mostCreatives);
  const data = { ...sync.ref, creatives, synced_at: now(), ...(await pagesToPick(sync, remote)) };
  await record(sync, { type: 'CreativesSynced', data }, makes);
  return { kind: 'done' };
}

/** Pages that a person may pick, where the service lists more than custom ones. */
async function pagesToPick(sync: Sync, creatives: readonly RemoteCreative[]): Promise<{ pages?: UnusedPage[] }> {
  if (!sync.client.writer.limits.listsEveryPage) return {};
  const unused = (await unusedPages(sync, creatives)).filter(({ id }) => !sync.state.picked.has(id));
  return { pages: unused.slice(0, mostCreatives).map(({ id, name }) => ({ product_page_id: id, name })) };
}

/** A new creative is looked at by the service; for so long it is waited for, with pauses that double. */
const longestPendingSeconds = 120;
const longestPendingPause = 32;

/** @returns seconds until creatives that are looked at are read again; 0 where none is waited for. */
function pendingSeconds(creatives: readonly RemoteCreative[], at: number): number {
  const ages = creatives.flatMap(({ pending, createdAt }) =>
    pending && createdAt !== null ? [(at - Date.parse(createdAt)) / 1000] : [],
  );
  const waited = ages.filter((age) => age < longestPendingSeconds);
  return waited.length === 0 ? 0 : Math.min(longestPendingPause, Math.max(2, ...waited));
}

const now = (): string => new Date().toISOString();

const isOfPage = ({ type }: RemoteCreative): boolean => type === 'CUSTOM_PRODUCT_PAGE';

const nameOf = ({ id, name }: ProductPage): string => [...(name.trim() || id)].slice(0, longestName).join('');

const creativeOf = ({ id, name, productPageId, valid }: RemoteCreative): CreativeSettings => ({
  creative_id: id,
  name,
  product_page_id: productPageId,
  valid,
});
