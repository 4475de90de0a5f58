import { requestId } from '@tapwise/adapters';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { createPasswordHasher } from './access/password-hasher.ts';
import { createSignInThrottle } from './access/sign-in-throttle.ts';
import { signInRoute } from './commands/account/sign-in.command.ts';
import { signOutRoute } from './commands/account/sign-out.command.ts';
import { signUpRoute } from './commands/account/sign-up.command.ts';
import { type Acting, createActing } from './commands/acting/acting.ts';
import { changeSettingsRoutes } from './commands/acting/change-settings.routes.ts';
import { guardrailRoutes } from './commands/acting/guardrails.routes.ts';
import { undoRoute } from './commands/acting/undo.command.ts';
import { changeSettingsRoute } from './commands/application/change-settings.command.ts';
import { confirmSdkRoute } from './commands/application/confirm-sdk.command.ts';
import { createApplicationRoute } from './commands/application/create-application.command.ts';
import { setStoreConnectionRoute } from './commands/application/set-store-connection.command.ts';
import { setStorePasswordRoute } from './commands/application/set-store-password.command.ts';
import { submitAdsAccountNameRoute } from './commands/application/submit-ads-account-name.command.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { ApiServer } from './plugins/api-server.ts';
import { errorsPlugin, sendError } from './plugins/errors.plugin.ts';
import { idempotencyPlugin } from './plugins/idempotency.plugin.ts';
import { metricsPlugin } from './plugins/metrics.plugin.ts';
import { openApiPlugin } from './plugins/open-api.plugin.ts';
import { rateLimitsPlugin } from './plugins/rate-limits.plugin.ts';
import { rightsPlugin } from './plugins/rights.plugin.ts';
import { securityHeadersPlugin } from './plugins/security-headers.plugin.ts';
import { webPagesPlugin } from './plugins/web-pages.plugin.ts';
import { accountRoute } from './queries/account/account.query.ts';
import { changesRoute } from './queries/changes/changes.query.ts';
import { healthRoutes } from './queries/health/health.query.ts';
import { measureProjections } from './queries/health/projection-metrics.ts';
import { historyRoute } from './queries/history/history.query.ts';
import { productRoutes } from './queries/products/products.query.ts';
import { campaignNamesRoute } from './queries/reports/campaign-names.query.ts';
import { explanationRoute } from './queries/reports/explanation.query.ts';
import { monthlyReportRoute } from './queries/reports/monthly.query.ts';
import { reportRoutes } from './queries/reports/reports.query.ts';
import { todayByHourRoute } from './queries/today/today-by-hour.query.ts';
import { attachRealtime } from './realtime/realtime.ts';

export { type LiveDirectory, startDirectory } from './access/live-directory.ts';
export { demoAccountId } from './demo/demo-account.ts';
export { seedDemo } from './demo/seed-demo.ts';
export type { ApiDependencies, ApiSettings } from './dependencies.ts';

/** Builds the API, its live side and the pages without listening. Closing it leaves what it was given open. */
export async function buildApp(deps: ApiDependencies): Promise<ApiServer> {
  const app: ApiServer = Fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    // Their lines would hold addresses with tokens in them; the metrics plugin writes one without.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    genReqId: requestId,
    // A long list of ids in an address is refused in our own words.
    http: { maxHeaderSize: 96 * 1024 },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();
  app.server.headersTimeout = 15_000;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(errorsPlugin);
  await app.register(rateLimitsPlugin, { trustedProxies: deps.settings.trustedProxies ?? [] });
  await app.register(securityHeadersPlugin);
  await app.register(rightsPlugin, { deps });
  await app.register(idempotencyPlugin, { deps });
  await app.register(metricsPlugin, {
    token: deps.settings.metricsToken,
    refresh: () => measureProjections(deps),
  });
  await app.register(openApiPlugin);
  const acting = createActing(deps);
  await registerRoutes(app, deps, acting);
  await app.register(webPagesPlugin, { webRoot: deps.settings.webRoot });
  const realtime = attachRealtime(app.server, deps, acting.watch);
  app.addHook('preClose', async () => {
    acting.watch.close();
    await realtime.close();
  });
  return app;
}

async function registerRoutes(app: ApiServer, deps: ApiDependencies, acting: Acting): Promise<void> {
  const guard = {
    hasher: await createPasswordHasher(),
    throttle: createSignInThrottle(() => deps.now().getTime()),
  };
  signInRoute(app, deps, guard);
  signOutRoute(app, deps);
  accountRoute(app, deps, guard);
  signUpRoute(app, deps, guard);
  createApplicationRoute(app, deps);
  submitAdsAccountNameRoute(app, deps);
  setStorePasswordRoute(app, deps);
  setStoreConnectionRoute(app, deps);
  confirmSdkRoute(app, deps);
  changeSettingsRoute(app, deps);
  reportRoutes(app, deps);
  monthlyReportRoute(app, deps);
  campaignNamesRoute(app, deps);
  explanationRoute(app, deps);
  changeSettingsRoutes(app, acting);
  undoRoute(app, acting);
  guardrailRoutes(app, deps);
  changesRoute(app, acting);
  todayByHourRoute(app, deps);
  historyRoute(app, deps);
  productRoutes(app, deps);
  healthRoutes(app, deps);
}
