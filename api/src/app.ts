import { requestId, senderLimits } from '@tapwise/adapters';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { createPasswordHasher } from './access/sign-in/password-hasher.ts';
import { openSignInThrottle } from './access/sign-in/saved-attempts.ts';
import { changeAccountRoute } from './account/commands/profile/change-account.command.ts';
import { deleteAccountRoutes } from './account/commands/profile/delete-account.commands.ts';
import { exportAccountRoutes } from './account/commands/profile/export-account.commands.ts';
import { unsubscribeRoute } from './account/commands/profile/unsubscribe.command.ts';
import { verifyEmailRoutes } from './account/commands/profile/verify-email.commands.ts';
import { resetPasswordRoutes } from './account/commands/sign-in/reset-password.commands.ts';
import { sessionsRoutes } from './account/commands/sign-in/sessions.routes.ts';
import { signInRoute } from './account/commands/sign-in/sign-in.command.ts';
import { signOutRoute } from './account/commands/sign-in/sign-out.command.ts';
import { signUpRoute } from './account/commands/sign-in/sign-up.command.ts';
import { collaboratorsRoutes } from './account/commands/team/collaborators.routes.ts';
import { demoRoutes } from './account/demo/demo.routes.ts';
import { accountRoute } from './account/queries/account.query.ts';
import { invitationRoute } from './account/queries/invitation.query.ts';
import { apiKeyRoutes } from './application/commands/api-keys.commands.ts';
import { changeSettingsRoute } from './application/commands/change-settings.command.ts';
import { confirmNotificationsRoute } from './application/commands/confirm-notifications.command.ts';
import { confirmSdkRoute } from './application/commands/confirm-sdk.command.ts';
import { createApplicationRoute } from './application/commands/create-application.command.ts';
import { setStoreConnectionRoute } from './application/commands/set-store-connection.command.ts';
import { setStorePasswordRoute } from './application/commands/set-store-password.command.ts';
import { submitAdsAccountNameRoute } from './application/commands/submit-ads-account-name.command.ts';
import { automationRoutes } from './automation/commands/automations.routes.ts';
import { resumeUnitsRoute } from './automation/commands/resume-units.command.ts';
import { runRuleRoute } from './automation/commands/run-rule.command.ts';
import { automationLogsRoute } from './automation/queries/automation-logs.query.ts';
import { backtestRoute } from './automation/queries/backtest/backtest.query.ts';
import { campaignGroupsRoute } from './automation/queries/campaign-groups.query.ts';
import { dryRunRoute } from './automation/queries/dry-run.query.ts';
import { verdictsRoute } from './automation/queries/verdicts.query.ts';
import { checkoutRoutes } from './billing/commands/checkout.routes.ts';
import { subscriptionRoutes } from './billing/commands/subscription.routes.ts';
import { billingRoutes } from './billing/queries/billing.routes.ts';
import { creationRoutes } from './creations/commands/creation.routes.ts';
import { creationStepRoutes } from './creations/commands/creation-steps.routes.ts';
import { creationsRoute } from './creations/queries/creations.query.ts';
import type { ApiServer } from './http/api-server.ts';
import type { ApiDependencies } from './http/dependencies.ts';
import { errorsPlugin, sendError } from './http/errors.plugin.ts';
import { idempotencyPlugin } from './http/idempotency.plugin.ts';
import { metricsPlugin } from './http/metrics.plugin.ts';
import { openApiPlugin } from './http/open-api/open-api.plugin.ts';
import { securityHeadersPlugin } from './http/pages/security-headers.plugin.ts';
import { webPagesPlugin } from './http/pages/web-pages.plugin.ts';
import { rateLimitsPlugin } from './http/rate-limits.plugin.ts';
import { rightsPlugin } from './http/rights.plugin.ts';
import { clientErrorRoute } from './monitoring/commands/client-error.command.ts';
import { reportUsageRoute } from './monitoring/commands/report-usage.command.ts';
import { measureFailures } from './monitoring/queries/failure-metrics.ts';
import { healthRoutes } from './monitoring/queries/health.query.ts';
import { countMails } from './monitoring/queries/mail-metrics.ts';
import { measureProjections } from './monitoring/queries/projection-metrics.ts';
import { attachRealtime } from './realtime/realtime.ts';
import { servePast } from './reports/past/past.plugin.ts';
import { campaignNamesRoute } from './reports/queries/campaign-names.query.ts';
import { explanationRoute } from './reports/queries/explanation.query.ts';
import { historyRoute } from './reports/queries/history.query.ts';
import { monthlyReportRoute } from './reports/queries/monthly.query.ts';
import { productRoutes } from './reports/queries/products.query.ts';
import { reportRoutes } from './reports/queries/reports.query.ts';
import { todayByHourRoute } from './reports/queries/today-by-hour.query.ts';
import { changeSetRoutes } from './settings-changes/commands/change-sets/change-sets.routes.ts';
import { changeSettingsRoutes } from './settings-changes/commands/change-settings.routes.ts';
import { guardrailRoutes } from './settings-changes/commands/guardrails.routes.ts';
import { assignPagesRoute } from './settings-changes/commands/product-pages/assign-pages.command.ts';
import { creativesRoutes } from './settings-changes/commands/product-pages/creatives.routes.ts';
import { hideTermsRoute } from './settings-changes/commands/search-terms/hide-terms.command.ts';
import { undoRoute } from './settings-changes/commands/undo.command.ts';
import { changesRoute } from './settings-changes/queries/changes.query.ts';
import { productPageRoutes } from './settings-changes/queries/product-pages.query.ts';
import { searchTermsRoutes } from './settings-changes/queries/search-terms.query.ts';
import { createSettingsContext, type SettingsContext } from './settings-changes/settings-context.ts';
import { sqlEndpoints } from './sql/sql-endpoints.ts';
import { deliveryRoutes } from './webhooks/commands/deliveries.routes.ts';
import { webhookRoutes } from './webhooks/commands/webhooks.routes.ts';

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
