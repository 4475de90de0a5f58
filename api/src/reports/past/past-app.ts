import { AsyncLocalStorage } from 'node:async_hooks';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { errorsPlugin } from '../../http/errors.plugin.ts';
import { changesRoute } from '../../settings-changes/queries/changes.query.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { campaignNamesRoute } from '../queries/campaign-names.query.ts';
import { explanationRoute } from '../queries/explanation.query.ts';
import { monthlyReportRoute } from '../queries/monthly.query.ts';
import { productRoutes } from '../queries/products.query.ts';
import { reportRoutes } from '../queries/reports.query.ts';

const reports = [reportRoutes, monthlyReportRoute, campaignNamesRoute, explanationRoute, productRoutes];

export interface PastResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers questions about the past. */
export interface PastApp {
  /** @param session of the caller, whose present rights hold. @param url path with its parameters. */
  ask(session: Session, url: string, signal: AbortSignal): Promise<PastResponse>;
  close(): Promise<void>;
}

const kept = ['content-type', 'content-disposition', 'x-log-position', 'retry-after', 'cache-control'];

/**
 * The calls that can be answered as of a past instant.
 * @param deps tables, directory and clock of the instant. @param settingsContext of now: who made a change is named as today.
 */
export async function buildPastApp(deps: ApiDependencies, settingsContext: SettingsContext): Promise<PastApp> {
  const caller = new AsyncLocalStorage<Session>();
  const app: ApiServer = Fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(errorsPlugin);
  // It listens to nothing: whoever asks was let in by the API's own rights.
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    request.session = caller.getStore() ?? null;
  });
  for (const route of reports) route(app, deps);
  changesRoute(app, { ...settingsContext, deps });
  await app.ready();
  return {
    ask: (session, url, signal) =>
      caller.run(session, async () => {
        const { statusCode, headers, rawPayload } = await app.inject({ method: 'GET', url, signal });
        const keptHeaders = kept.flatMap((name) =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        );
        return { status: statusCode, headers: Object.fromEntries(keptHeaders), body: rawPayload };
      }),
    close: () => app.close(),
  };
}
