import type { ApiServer } from '../http/api-server.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';
import { registerAlertRoutes } from './alerts/routes.ts';
import { automationRoutes } from './commands/automations.routes.ts';
import { resumeUnitsRoute } from './commands/resume-units.command.ts';
import { runRuleRoute } from './commands/run-rule.command.ts';
import { releaseRunRoute } from './custom/commands/release-run.command.ts';
import { restoreVersionRoute } from './custom/commands/restore-version.command.ts';
import { conflictsRoute } from './custom/conflicts/conflicts.query.ts';
import { metricsRoute } from './custom/queries/metrics.query.ts';
import { templatesRoute } from './custom/queries/templates.query.ts';
import { versionsRoute } from './custom/queries/versions.query.ts';
import { automationLogsRoute } from './queries/automation-logs.query.ts';
import { automationsRoute } from './queries/automations.query.ts';
import { backtestRoute } from './queries/backtest/backtest.query.ts';
import { campaignGroupsRoute } from './queries/campaign-groups.query.ts';
import { dryRunRoute } from './queries/dry-run.query.ts';
import { verdictsRoute } from './queries/verdicts.query.ts';

/** Rules: their settings, runs, decisions and trials. */
export function registerAutomationRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  automationRoutes(app, settingsContext);
  automationsRoute(app, settingsContext);
  campaignGroupsRoute(app, deps);
  resumeUnitsRoute(app, settingsContext);
  runRuleRoute(app, settingsContext);
  verdictsRoute(app, settingsContext);
  automationLogsRoute(app, settingsContext);
  dryRunRoute(app, settingsContext);
  backtestRoute(app, settingsContext);
  metricsRoute(app, deps);
  templatesRoute(app, deps);
  versionsRoute(app, settingsContext);
  restoreVersionRoute(app, settingsContext);
  registerAlertRoutes(app, settingsContext);
  releaseRunRoute(app, settingsContext);
  conflictsRoute(app, settingsContext);
}
