import { requestId, senderLimits } from '@tapwise/adapters';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { createPasswordHasher } from './access/sign-in/password-hasher.ts';
import { openSignInThrottle } from './access/sign-in/saved-attempts.ts';
import { changeAccountRoute } from './commands/account/own/change-account.command.ts';
import { deleteAccountRoutes } from './commands/account/own/delete-account.commands.ts';
import { exportAccountRoutes } from './commands/account/own/export-account.commands.ts';
import { resetPasswordRoutes } from './commands/account/own/reset-password.commands.ts';
import { sessionsRoutes } from './commands/account/own/sessions.routes.ts';
import { unsubscribeRoute } from './commands/account/own/unsubscribe.command.ts';
import { verifyEmailRoutes } from './commands/account/own/verify-email.commands.ts';
import { signInRoute } from './commands/account/sign-in.command.ts';
import { signOutRoute } from './commands/account/sign-out.command.ts';
import { signUpRoute } from './commands/account/sign-up.command.ts';
import { collaboratorsRoutes } from './commands/account/team/collaborators.routes.ts';
import { invitationRoute } from './commands/account/team/invitation.ts';
import { automationRoutes } from './commands/acting/automation/automations.routes.ts';
import { resumeUnitsRoute } from './commands/acting/automation/resume-units.command.ts';
import { runRuleRoute } from './commands/acting/automation/run-rule.command.ts';
import { changeSetRoutes } from './commands/acting/change-sets/change-sets.routes.ts';
import { changeSettingsRoutes } from './commands/acting/change-settings.routes.ts';
import { creationRoutes } from './commands/acting/creation/creation.routes.ts';
import { creationStepRoutes } from './commands/acting/creation/creation-steps.routes.ts';
import { guardrailRoutes } from './commands/acting/guardrails.routes.ts';
import { assignPagesRoute } from './commands/acting/product-pages/assign-pages.command.ts';
import { creativesRoutes } from './commands/acting/product-pages/creatives.routes.ts';
import { hideTermsRoute } from './commands/acting/search-terms/hide-terms.command.ts';
import { createSettingsContext, type SettingsContext } from './commands/acting/settings-context.ts';
import { undoRoute } from './commands/acting/undo.command.ts';
import { apiKeyRoutes } from './commands/application/api-keys.commands.ts';
import { changeSettingsRoute } from './commands/application/change-settings.command.ts';
import { confirmNotificationsRoute } from './commands/application/confirm-notifications.command.ts';
import { confirmSdkRoute } from './commands/application/confirm-sdk.command.ts';
import { createApplicationRoute } from './commands/application/create-application.command.ts';
import { setStoreConnectionRoute } from './commands/application/set-store-connection.command.ts';
import { setStorePasswordRoute } from './commands/application/set-store-password.command.ts';
import { submitAdsAccountNameRoute } from './commands/application/submit-ads-account-name.command.ts';
import { checkoutRoutes } from './commands/billing/checkout.routes.ts';
import { subscriptionRoutes } from './commands/billing/subscription.routes.ts';
import { clientErrorRoute } from './commands/usage/client-error.command.ts';
import { reportUsageRoute } from './commands/usage/report-usage.command.ts';
import { deliveryRoutes } from './commands/webhooks/deliveries.routes.ts';
import { webhookRoutes } from './commands/webhooks/webhooks.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import type { ApiDependencies } from './dependencies.ts';
import { servePast } from './past/past.plugin.ts';
import type { ApiServer } from './plugins/api-server.ts';
import { errorsPlugin, sendError } from './plugins/errors.plugin.ts';
import { idempotencyPlugin } from './plugins/idempotency.plugin.ts';
import { metricsPlugin } from './plugins/metrics.plugin.ts';
import { openApiPlugin } from './plugins/open-api/open-api.plugin.ts';
import { securityHeadersPlugin } from './plugins/pages/security-headers.plugin.ts';
import { webPagesPlugin } from './plugins/pages/web-pages.plugin.ts';
import { rateLimitsPlugin } from './plugins/rate-limits.plugin.ts';
import { rightsPlugin } from './plugins/rights.plugin.ts';
import { accountRoute } from './queries/account/account.query.ts';
import { automationLogsRoute } from './queries/automation/automation-logs.query.ts';
import { backtestRoute } from './queries/automation/backtest/backtest.query.ts';
import { campaignGroupsRoute } from './queries/automation/campaign-groups.query.ts';
import { dryRunRoute } from './queries/automation/dry-run.query.ts';
import { verdictsRoute } from './queries/automation/verdicts.query.ts';
import { billingRoutes } from './queries/billing/billing.routes.ts';
import { changesRoute } from './queries/changes/changes.query.ts';
import { creationsRoute } from './queries/creations/creations.query.ts';
import { measureFailures } from './queries/health/failure-metrics.ts';
import { healthRoutes } from './queries/health/health.query.ts';
import { countMails } from './queries/health/mail-metrics.ts';
import { measureProjections } from './queries/health/projection-metrics.ts';
import { historyRoute } from './queries/history/history.query.ts';
import { productPageRoutes } from './queries/product-pages/product-pages.query.ts';
import { productRoutes } from './queries/products/products.query.ts';
import { campaignNamesRoute } from './queries/reports/campaign-names.query.ts';
import { explanationRoute } from './queries/reports/explanation.query.ts';
import { monthlyReportRoute } from './queries/reports/monthly.query.ts';
import { reportRoutes } from './queries/reports/reports.query.ts';
import { searchTermsRoutes } from './queries/search-terms/search-terms.query.ts';
import { todayByHourRoute } from './queries/today/today-by-hour.query.ts';
import { attachRealtime } from './realtime/realtime.ts';
import { sqlEndpoints } from './sql/sql-endpoints.ts';

export { type DirectoryFollower, startDirectory } from './access/folds/directory-follower.ts';
export { demoAccountId } from './demo/demo-account.ts';
export { seedDemo } from './demo/seed-demo.ts';
export type { ApiDependencies, ApiSettings } from './dependencies.ts';
export { pastTablesFrom } from './past/past-tables.ts';

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
  await app.register(errorsPlugin);
  await app.register(rateLimitsPlugin, { deps });
  await app.register(securityHeadersPlugin);
  await app.register(rightsPlugin, { deps });
  await app.register(idempotencyPlugin, { deps });
  await app.register(metricsPlugin, {
    token: deps.settings.metricsToken,
    refresh: async () => {
      measureFailures(deps);
      await measureProjections(deps);
    },
  });
  await app.register(openApiPlugin);
  const settingsContext = createSettingsContext(deps);
  servePast(app, settingsContext);
  await registerRoutes(app, deps, settingsContext);
  await sqlEndpoints(app, deps);
  await app.register(webPagesPlugin, {
    webRoot: deps.settings.webRoot,
    paymentWindow: deps.payments?.settings,
    outbox: deps.settings.demo && deps.settings.outbox !== undefined,
  });
  const realtime = attachRealtime(app.server, deps, settingsContext);
  const closing = new AbortController();
  void countMails(deps, closing.signal);
  app.addHook('preClose', async () => {
    closing.abort();
    settingsContext.watch.close();
    settingsContext.creations.close();
    settingsContext.creatives.close();
    settingsContext.automations.close();
    await realtime.close();
  });
  return app;
}

async function registerRoutes(app: ApiServer, deps: ApiDependencies, settingsContext: SettingsContext): Promise<void> {
  const { throttle, close } = await openSignInThrottle(deps.settings.attemptsFile, {
    now: () => deps.now().getTime(),
    logger: deps.logger,
  });
  app.addHook('onClose', close);
  const guard = {
    hasher: await createPasswordHasher(),
    throttle,
  };
  signInRoute(app, deps, guard);
  signOutRoute(app, deps);
  accountRoute(app, deps, guard);
  signUpRoute(app, deps, guard);
  changeAccountRoute(app, deps, guard);
  verifyEmailRoutes(app, deps, guard);
  resetPasswordRoutes(app, deps, guard);
  sessionsRoutes(app, deps);
  exportAccountRoutes(app, deps);
  deleteAccountRoutes(app, deps, guard);
  unsubscribeRoute(app, deps);
  invitationRoute(app, deps);
  collaboratorsRoutes(app, deps);
  billingRoutes(app, deps);
  if (deps.settings.demo) demoRoutes(app, deps);
  checkoutRoutes(app, deps);
  subscriptionRoutes(app, deps);
  for (const route of [reportUsageRoute, clientErrorRoute]) route(app, deps);
  createApplicationRoute(app, deps);
  apiKeyRoutes(app, deps);
  submitAdsAccountNameRoute(app, deps);
  setStorePasswordRoute(app, deps);
  setStoreConnectionRoute(app, deps);
  for (const route of [confirmSdkRoute, confirmNotificationsRoute, changeSettingsRoute]) route(app, deps);
  webhookRoutes(app, deps);
  deliveryRoutes(app, deps);
  reportRoutes(app, deps);
  monthlyReportRoute(app, deps);
  campaignNamesRoute(app, deps);
  explanationRoute(app, deps);
  changeSettingsRoutes(app, settingsContext);
  changeSetRoutes(app, settingsContext);
  undoRoute(app, settingsContext);
  searchTermsRoutes(app, settingsContext);
  hideTermsRoute(app, settingsContext);
  creativesRoutes(app, settingsContext);
  assignPagesRoute(app, settingsContext);
  productPageRoutes(app, settingsContext);
  guardrailRoutes(app, deps);
  creationRoutes(app, settingsContext);
  creationStepRoutes(app, settingsContext);
  creationsRoute(app, settingsContext);
  automationRoutes(app, settingsContext);
  for (const route of [resumeUnitsRoute, runRuleRoute, verdictsRoute, automationLogsRoute, dryRunRoute, backtestRoute])
    route(app, settingsContext);
  campaignGroupsRoute(app, deps);
  changesRoute(app, settingsContext);
  todayByHourRoute(app, deps);
  historyRoute(app, deps);
  productRoutes(app, deps);
  healthRoutes(app, deps);
}
