import type {
  AdServicesClient,
  AppLookup,
  CommandContext,
  EventLog,
  FailureRecorder,
  FoldFollower,
  KeyVault,
  Logger,
  StoreSignature,
} from '@tapwise/adapters';
import { type Directory, DomainError, findApplicationByApiKey, type OpenApplication, serviceOf } from '@tapwise/domain';
import type { ApplicationCatchUp } from './applications/application-catch-up.ts';
import type { CachedSubscriptions } from './cached-subscriptions.ts';
import type { LogQueue } from './log-queue.ts';

/** What the routes work with; made once by the server, or by a test. */
export interface IngestContext {
  /** For reading; what is recorded goes through `queue`. */
  readonly log: EventLog;
  readonly queue: LogQueue;
  readonly subscriptions: CachedSubscriptions;
  readonly directory: FoldFollower<Directory>;
  readonly catchUp: ApplicationCatchUp;
  /** Takes how tries at outside services end. */
  readonly failures: FailureRecorder;
  readonly adServices: AdServicesClient;
  readonly lookup: AppLookup;
  readonly signature: StoreSignature;
  readonly vault: KeyVault;
  readonly logger: Logger;
  readonly now: () => number;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Secrets of the payment provider's notifications; without one none is accepted. */
  readonly paymentSecrets?: readonly string[];
  /** Lets users of the past be imported; without it there is no such call. */
  readonly importSecret?: string | undefined;
  /** Reads the figures of this process from other machines. */
  readonly metricsToken?: string | undefined;
}

/**
 * The application an API key belongs to, also one that another process has just created.
 * @throws DomainError `unauthorized`, also a year after the team's service ended; `unavailable` while the applications are still being
 * read from the log, or when it cannot be asked about a key that is not among them.
 */
export async function applicationOf(
  context: Pick<IngestContext, 'directory' | 'catchUp' | 'now'>,
  apiKey: string,
): Promise<OpenApplication> {
  const { directory } = context;
  const cached = findApplicationByApiKey(directory.state, apiKey);
  if (cached === undefined) {
    if (!directory.ready()) throw new DomainError('unavailable');
    await context.catchUp(apiKey);
  }
  const application = cached ?? findApplicationByApiKey(directory.state, apiKey);
  if (application === undefined) throw new DomainError('unauthorized', { message: 'This api_key is not known.' });
  const service = serviceOf(directory.state, application.team_id, context.now());
  if (service === 'closed') throw new DomainError('unauthorized');
  return application;
}

/** An app's SDK, or the store about an app, as the one who changes something by a request. */
export function actorContext(kind: 'sdk' | 'store', application: OpenApplication, requestId: string): CommandContext {
  return { actor: { kind, id: String(application.application_id) }, correlationId: requestId };
}

/** The present instant, ISO 8601. */
export const nowIso = (context: IngestContext): string => new Date(context.now()).toISOString();
