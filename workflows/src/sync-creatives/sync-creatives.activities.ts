import { randomUUID } from 'node:crypto';
import {
  createStreamMemory,
  type EventLog,
  handleCommand,
  type ProductPage,
  type RemoteCreative,
  SearchAdsError,
} from '@tapwise/adapters';
import {
  type CreativeSettings,
  type CreativesEvent,
  type CreativesState,
  creativesDecider,
  creativesStream,
  recordSync,
} from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import {
  type OrganizationContext,
  type OrganizationSources,
  readOrganizationContext,
} from '../pull-organization/organization-context.ts';
import { workflowActor } from '../streams/actor.ts';
import type { SyncCreativesInput } from './sync-creatives.contract.ts';

export interface SyncCreativesActivities {
  /** Reads product pages and, where a person asked, makes a creative for each visible one that has none. May be repeated. */
  syncCreatives(organization: SyncCreativesInput): Promise<Step>;
}

export interface SyncCreativesDependencies extends OrganizationSources {
  readonly log: EventLog;
  /** No further call begins after it aborts. */
  readonly stopping: AbortSignal;
}

/** Pause after an end that is not known, and after one that the limit of requests held back. */
const pauseSeconds = 5;
const longestName = 200;
const mostCreatives = 2000;
const context = workflowActor('sync-creatives');

export function createSyncCreativesActivities(dependencies: SyncCreativesDependencies): SyncCreativesActivities {
  const { log } = dependencies;
  const streams = createStreamMemory(log, creativesDecider, { keep: 100, context });
  return {
    syncCreatives: (ref) =>
      runAlive(async (signal) => {
        const stream = creativesStream(ref.application_id, ref.org_id);
        const { open, makes } = (await streams.current(stream)).state;
        if (!open) return { done: true };
        const organizationContext = await readOrganizationContext(dependencies, ref);
        const run = randomUUID();
        let recorded = 0;
        const record = async (event: CreativesEvent): Promise<void> => {
          recorded += 1;
          const cause = `${run} ${recorded}`;
          const decide = (state: CreativesState) => recordSync(state, event, makes);
          await handleCommand(log, { stream, decider: creativesDecider, cause, context, decide });
        };
        try {
          const again = await readAndCreate({ ...dependencies, ...organizationContext, ref, makes, record, signal });
          // A person may have asked while pages were only read.
          const left = again ?? ((await streams.current(stream)).state.open ? 0 : undefined);
          return left === undefined ? { done: true } : { done: false, again_seconds: left };
        } catch (error) {
          if (!(error instanceof SearchAdsError) || error.retry || error.status === null) throw error;
          const message = error.problems[0]?.message ?? error.message;
          const failed = { ...ref, message, apple_status: error.status, failed_at: now() };
          await record({ type: 'CreativesSyncFailed', data: failed });
          return { done: true };
        }
      }),
  };
}

interface Sync extends SyncCreativesDependencies, OrganizationContext {
  readonly ref: SyncCreativesInput;
  readonly makes: boolean;
  readonly record: (event: CreativesEvent) => Promise<void>;
  readonly signal: AbortSignal;
}

/** @returns in how many seconds it goes on; `undefined` when it is done. */
async function readAndCreate(sync: Sync): Promise<number | undefined> {
  const { client, organization, adamId, ref, makes, record, signal, stopping } = sync;
  const scope = { orgId: ref.org_id, currency: organization.currency, priority: 'person' as const, signal };
  const [pages, creatives] = await Promise.all([
    client.writer.listProductPages(scope, adamId),
    client.writer.listCreatives(scope, adamId),
  ]);
  const pageCreatives = creatives.filter(({ type }) => type === 'CUSTOM_PRODUCT_PAGE').map(creativeOf);
  const withCreative = new Set(pageCreatives.map(({ product_page_id }) => product_page_id));
  const missing = makes ? pages.filter(({ id, visible }) => visible && !withCreative.has(id)) : [];
  for (const page of missing) {
    if (stopping.aborted) return 0;
    const details = { ...ref, product_page_id: page.id, name: nameOf(page) };
    await record({ type: 'CreativeCreationStarted', data: { ...details, started_at: now() } });
    const end = await client.writer.createCreative(scope, { adamId, name: details.name, productPageId: page.id });
    if (end.kind === 'limited') return Math.max(pauseSeconds, (end.retryAfterMs ?? 0) / 1000);
    // The next reading shows whether it is there.
    if (end.kind === 'unknown') return pauseSeconds;
    if (end.kind === 'refused') {
      const refused = { message: end.message, apple_status: end.status, refused_at: now() };
      await record({ type: 'CreativeRefusedByApple', data: { ...details, ...refused } });
      continue;
    }
    const creative = creativeOf(end.value);
    pageCreatives.push(creative);
    await record({ type: 'CreativeCreated', data: { ...ref, creative, created_at: now() } });
  }
  await record({
    type: 'CreativesSynced',
    data: { ...ref, creatives: pageCreatives.slice(0, mostCreatives), synced_at: now() },
  });
  return undefined;
}

const now = (): string => new Date().toISOString();

const nameOf = ({ id, name }: ProductPage): string => [...(name.trim() || id)].slice(0, longestName).join('');

const creativeOf = ({ id, name, productPageId, valid }: RemoteCreative): CreativeSettings => ({
  creative_id: id,
  name,
  product_page_id: productPageId,
  valid,
});
