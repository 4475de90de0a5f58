import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAdServicesClient,
  createAppLookup,
  createLogger,
  type EventLog,
  type FoldFollower,
  handleCommand,
  type KeyVault,
  openEventLog,
  openFileFolder,
  openKeyVault,
  StoreSignature,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  applicationDecider,
  applicationDirectoryPrefixes,
  applicationStream,
  createApplication,
  createDirectory,
  type Directory,
  type DomainEvent,
  evolveDirectory,
  setStorePassword,
} from '@tapwise/domain';
import { buildIngestApp, type IngestLimits } from '@tapwise/sdk-ingest';
import { createSigningChain, type SigningChain } from '../../../infra/simulators/apple/src/signing/certificates.ts';
import { startEventStore } from '../engines/eventstore-node.ts';
import { asTest } from '../facts/settings.ts';
import { type StandInStore, startStandInStore } from '../stand-ins/stand-in-store.ts';

/** The ingest service over a real event store, with stand-ins for the outside and a clock the test sets. */
export interface IngestService {
  readonly app: ReturnType<typeof buildIngestApp>;
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly store: StandInStore;
  readonly chain: SigningChain;
  readonly vault: KeyVault;
  readonly clock: { now: number };
  /** Adds an application and waits until the service knows it. */
  addApplication(application: { id: number; adamId: number; bundleId: string; password?: string }): Promise<string>;
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Record<string, unknown>; position: string | undefined }>;
  events(stream: string): Promise<DomainEvent[]>;
  /** Puts facts into the log as if outside services had reported them, and waits until the service knows them. */
  happened(stream: string, ...events: DomainEvent[]): Promise<void>;
  stop(): Promise<void>;
}

type EventStore = Pick<Awaited<ReturnType<typeof startEventStore>>, 'url' | 'stop'>;

/** @param overrides.eventStore Stopped with the service. */
export async function startIngestService(
  options: IngestLimits = {},
  {
    eventStore: existing,
    ...overrides
  }: { paymentSecrets?: readonly string[]; importSecret?: string; eventStore?: EventStore } = {},
): Promise<IngestService> {
  const eventStore = existing ?? (await startEventStore());
  const store = await startStandInStore();
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-ingest-'));
  const log = openEventLog(eventStore.url);
  const stopping = new AbortController();
  const directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: applicationDirectoryPrefixes,
    signal: stopping.signal,
  });
  await directory.caughtUp;
  const chain = await createSigningChain();
  const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  const adServices = createAdServicesClient({ url: `${store.url}/api/v1/`, timeoutMs: 2000 });
  const clock = { now: Date.now() };
  const app = buildIngestApp(
    {
      log,
      directory,
      adServices,
      lookup: createAppLookup(store.url),
      signature: new StoreSignature([new X509Certificate(chain.root).raw]),
      vault,
      logger: createLogger('test', 'silent'),
      now: () => clock.now,
      ...overrides,
    },
    options,
  );
  return {
    app,
    log,
    directory,
    store,
    chain,
    vault,
    clock,
    addApplication: async ({ id, adamId, bundleId, password }) => {
      const api_key = `key-${id}`;
      store.bundles.set(adamId, bundleId);
      const position = await createFor(log, vault, { id, adamId, api_key, password });
      await directory.reached(position);
      return api_key;
    },
    post: async (path, body, headers = {}) => {
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const position = response.headers['x-log-position'];
      return { status: response.statusCode, body: response.json(), position: position as string | undefined };
    },
    events: async (stream) => (await log.readStream(stream)).map(({ event }) => event),
    happened: happenedIn(log, directory),
    stop: async () => {
      await app.close();
      stopping.abort();
      await adServices.close();
      await log.close();
      await store.stop();
      await eventStore.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const happenedIn =
  (log: EventLog, directory: FoldFollower<Directory>): IngestService['happened'] =>
  async (stream, ...events) => {
    const decider = { initialState: () => undefined, evolve: () => undefined };
    const cause = `happened|${stream}|${events.map(({ type }) => type).join('|')}`;
    const { position } = await handleCommand(log, { stream, decider, cause, context: asTest, decide: () => events });
    await directory.reached(position);
  };

async function createFor(
  log: EventLog,
  vault: KeyVault,
  { id, adamId, api_key, password }: { id: number; adamId: number; api_key: string; password?: string | undefined },
): Promise<bigint> {
  const at = new Date().toISOString();
  const cipher = password === undefined ? undefined : await vault.encrypt(`application-${id}`, password);
  const created = await handleCommand(log, {
    stream: applicationStream(id),
    decider: applicationDecider,
    cause: 'create',
    context: asTest,
    decide: (state) =>
      createApplication(state, {
        application_id: id,
        account_id: 1,
        team_id: 1,
        name: `App ${id}`,
        url: `https://apps.apple.com/app/id${adamId}`,
        api_key,
        created_at: at,
      }),
  });
  if (cipher === undefined) return created.position;
  const set = await handleCommand(log, {
    stream: applicationStream(id),
    decider: applicationDecider,
    cause: 'password',
    context: asTest,
    decide: (state) => setStorePassword(state, { password: cipher, set_at: at }),
  });
  return set.position;
}
