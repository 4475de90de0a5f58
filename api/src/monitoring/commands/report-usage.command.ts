import { metricsRegistry } from '@tapwise/adapters';
import {
  mostUsageEvents,
  type UsageName,
  usageBodySchema,
  usageCatalogue,
  usageEventSchema,
  usagePaths,
  usageResponseSchema,
  usageWithoutSession,
} from '@tapwise/contract/usage';
import { DomainError } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { requireSession, type Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { tokenOf } from '../../http/rights.plugin.ts';
import { createUsageLog, type UsageEntry } from './usage-log.ts';

const bodyLimit = 16 * 1024;
const callsPerMinute = 300;

const counted = new Counter({
  name: 'tapwise_usage_events_total',
  help: 'Events about how pages are used, by whether they were recorded.',
  labelNames: ['result'],
  registers: [metricsRegistry],
});

/**
 * `POST /api/usage`: how the page is used. Recorded only for who shares it, and for no browser that asks not to be tracked; then all of
 * it is dropped, and nothing is refused.
 */
export function reportUsageRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('usage', callsPerMinute, 60);
  const usage = createUsageLog(deps);
  app.post(
    usagePaths.usage,
    {
      bodyLimit,
      schema: { body: usageBodySchema, response: { 200: usageResponseSchema } },
      config: { right: 'public' },
    },
    async (request) => {
      await limit(request.clientAddress);
      const { events } = request.body;
      const session = await sessionIfAny(deps, request);
      const accepted = mayRecord(request, session) ? entriesOf(events, session) : [];
      if (accepted.length > 0) await usage.record(accepted);
      const dropped = events.length - accepted.length;
      counted.inc({ result: 'accepted' }, accepted.length);
      counted.inc({ result: 'dropped' }, dropped);
      return { status: 'ok' as const, accepted: accepted.length, dropped };
    },
  );
}

/** A session that has ended is none: what the page still reports is not worth a sign-out. */
async function sessionIfAny(deps: ApiDependencies, request: FastifyRequest): Promise<Session | undefined> {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  try {
    return await requireSession(deps, token);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

/** Global Privacy Control and Do Not Track say the same. */
function mayRecord({ headers }: FastifyRequest, session: Session | undefined): boolean {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return false;
  return session === undefined || session.account.preferences.share_usage;
}

function entriesOf(events: readonly unknown[], session: Session | undefined): UsageEntry[] {
  return events.slice(0, mostUsageEvents).flatMap((event) => {
    const read = usageEventSchema.safeParse(event);
    if (!read.success || (session === undefined && !usageWithoutSession.has(read.data.name))) return [];
    const properties = propertiesOf(read.data.name, read.data.properties);
    if (properties === undefined) return [];
    const at = new Date(read.data.at).toISOString();
    return [{ name: read.data.name, at, account_id: session?.account.account_id ?? null, properties }];
  });
}

function propertiesOf(name: UsageName, properties: unknown): UsageEntry['properties'] | undefined {
  const read = usageCatalogue[name].safeParse(properties ?? {});
  return read.success ? read.data : undefined;
}
