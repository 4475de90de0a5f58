import { requestId, senderLimits, traceCalls } from '@tapwise/adapters';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { createCatchUp } from './access/folds/catch-up.ts';
import { startReportSchedules } from './access/folds/report-schedules-follower.ts';
import { createTablesFollower } from './access/folds/tables-follower.ts';
import { createPasswordHasher } from './access/sign-in/password-hasher.ts';
import { openSignInThrottle } from './access/sign-in/saved-attempts.ts';
import { registerAccountRoutes } from './account/routes.ts';
import { registerAppleAdsRoutes } from './apple-ads/routes.ts';
import { registerApplicationRoutes } from './application/routes.ts';
import { registerAutomationRoutes } from './automation/routes.ts';
import { registerBillingRoutes } from './billing/routes.ts';
import { registerCreationsRoutes } from './creations/routes.ts';
import type { ApiServer } from './http/api-server.ts';
import type { ApiDependencies } from './http/dependencies.ts';
import { errorsPlugin, sendError } from './http/errors.plugin.ts';
import { idempotencyPlugin } from './http/idempotency.plugin.ts';
import { callersPositionPlugin } from './http/log-position.ts';
import { metricsPlugin } from './http/metrics.plugin.ts';
import { openApiPlugin } from './http/open-api/open-api.plugin.ts';
import { securityHeadersPlugin } from './http/pages/security-headers.plugin.ts';
import { webPagesPlugin } from './http/pages/web-pages.plugin.ts';
import { queryTagsPlugin } from './http/query-tags.plugin.ts';
import { rateLimitsPlugin } from './http/rate-limits.plugin.ts';
import { rightsPlugin } from './http/rights.plugin.ts';
import { teamLimitsPlugin } from './http/team-limits.plugin.ts';
import { countMails } from './monitoring/metrics/mail-metrics.ts';
import { measure } from './monitoring/metrics/measure.ts';
import { registerMonitoringRoutes } from './monitoring/routes.ts';
import { attachRealtime } from './realtime/realtime.ts';
import { servePast } from './reports/past/past.plugin.ts';
import { registerReportsRoutes } from './reports/routes.ts';
import { registerReportSchedulesRoutes } from './reports/schedules/routes.ts';
import { registerSettingsChangesRoutes } from './settings-changes/routes.ts';
import { createSettingsContext, type SettingsContext } from './settings-changes/settings-context.ts';
import { sqlEndpoints } from './sql/sql-endpoints.ts';
import { registerWebhooksRoutes } from './webhooks/routes.ts';

export { type DirectoryFollower, startDirectory } from './access/folds/directory-follower.ts';
export { demoAccountId } from './account/demo/demo-account.ts';
export { seedDemo } from './account/demo/seed-demo.ts';
export type { ApiDependencies, ApiSettings } from './http/dependencies.ts';
export { pastTablesFrom } from './reports/past/past-tables.ts';

/** Builds the API, its sockets and the pages without listening. Closing it leaves what it was given open. */
export async function buildApp(deps: ApiDependencies): Promise<ApiServer> {
  const { requestTimeout, ...slowSenders } = deps.settings.senderLimits ?? senderLimits;
  const app: ApiServer = Fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    // Their lines would hold addresses with tokens in them; the metrics plugin writes one without.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    genReqId: requestId,
    // A long list of ids in an address is refused in our own words.
    http: { maxHeaderSize: 96 * 1024, ...slowSenders },
    requestTimeout,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  traceCalls(app);
  await app.register(errorsPlugin);
  await app.register(rateLimitsPlugin, { deps });
  await app.register(securityHeadersPlugin);
  const settingsContext = createSettingsContext(deps);
  const { creations, creatives, automations, customRules, alerts } = settingsContext;
  const schedules = startReportSchedules(deps.log, deps.logger, deps.snapshots);
  const folds = [creations, creatives, automations, customRules, alerts, schedules];
  const catchUp = createCatchUp(deps, [deps.directory, deps.appleAds.connections, ...folds]);
  await app.register(callersPositionPlugin, {
    folds: catchUp,
    tables: createCatchUp(deps, [createTablesFollower(deps)]),
  });
  await app.register(rightsPlugin, { deps });
  await app.register(teamLimitsPlugin);
  await app.register(queryTagsPlugin);
  await app.register(idempotencyPlugin, { deps });
  await app.register(metricsPlugin, {
    token: deps.settings.metricsToken,
    refresh: () => measure(deps),
  });
  await app.register(openApiPlugin);
  servePast(app, settingsContext);
  await registerRoutes(app, deps, settingsContext);
  registerReportSchedulesRoutes(app, { deps, schedules });
  await sqlEndpoints(app, deps);
  await app.register(webPagesPlugin, {
    webRoot: deps.settings.webRoot,
    siteRoot: deps.settings.siteRoot,
    paymentWindow: deps.payments?.settings,
    outbox: deps.settings.demo && deps.settings.outbox !== undefined,
  });
  const realtime = attachRealtime(app.server, deps, { ...settingsContext, schedules }, catchUp);
  const closing = new AbortController();
  void countMails(deps, closing.signal);
  app.addHook('preClose', async () => {
    closing.abort();
    settingsContext.watch.close();
    await Promise.all([...folds.map((fold) => fold.close()), realtime.close()]);
  });
  return app;
}

async function registerRoutes(app: ApiServer, deps: ApiDependencies, settingsContext: SettingsContext): Promise<void> {
  const { throttle, close } = await openSignInThrottle(deps.settings.attemptsFile, {
    now: () => deps.now().getTime(),
    logger: deps.logger,
    sharedLimits: deps.sharedLimits,
  });
  app.addHook('onClose', close);
  const guard = {
    hasher: await createPasswordHasher(),
    throttle,
  };
  registerAccountRoutes(app, deps, guard);
  registerBillingRoutes(app, deps);
  registerApplicationRoutes(app, deps);
  registerAppleAdsRoutes(app, deps);
  registerWebhooksRoutes(app, deps);
  registerReportsRoutes(app, deps);
  registerSettingsChangesRoutes(app, settingsContext);
  registerCreationsRoutes(app, settingsContext);
  registerAutomationRoutes(app, settingsContext);
  registerMonitoringRoutes(app, deps);
}
