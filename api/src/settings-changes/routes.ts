import type { ApiServer } from '../http/api-server.ts';
import { changeSetRoutes } from './commands/change-sets/change-sets.routes.ts';
import { changeSettingsRoutes } from './commands/change-settings.routes.ts';
import { guardrailRoutes } from './commands/guardrails.routes.ts';
import { labelObjectsRoute } from './commands/labels/label-objects.command.ts';
import { labelRoutes } from './commands/labels/labels.routes.ts';
import { assignPagesRoute } from './commands/product-pages/assign-pages.command.ts';
import { syncCreativesRoute } from './commands/product-pages/sync-creatives.command.ts';
import { hideTermsRoute } from './commands/search-terms/hide-terms.command.ts';
import { undoRoute } from './commands/undo.command.ts';
import { changeSetsRoute } from './queries/change-sets.query.ts';
import { changesRoute } from './queries/changes.query.ts';
import { creativesRoute } from './queries/creatives.query.ts';
import { guardrailsRoute } from './queries/guardrails.query.ts';
import { labelsRoute } from './queries/labels.query.ts';
import { productPageRoutes } from './queries/product-pages.query.ts';
import { searchTermsRoutes } from './queries/search-terms.query.ts';
import { bidSuggestionsRoute } from './queries/suggestions/bid-suggestions.query.ts';
import { keywordSuggestionsRoute } from './queries/suggestions/keyword-suggestions.query.ts';
import { recommendationRoutes } from './queries/suggestions/recommendations.query.ts';
import type { SettingsContext } from './settings-context.ts';

/** Changes of settings at the ad service, one by one and in sets, and what was changed. */
export function registerSettingsChangesRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  changeSettingsRoutes(app, settingsContext);
  changeSetRoutes(app, settingsContext);
  changeSetsRoute(app, settingsContext);
  undoRoute(app, settingsContext);
  searchTermsRoutes(app, settingsContext);
  hideTermsRoute(app, settingsContext);
  syncCreativesRoute(app, settingsContext);
  creativesRoute(app, settingsContext);
  assignPagesRoute(app, settingsContext);
  productPageRoutes(app, settingsContext);
  guardrailRoutes(app, deps);
  guardrailsRoute(app, deps);
  labelRoutes(app, settingsContext);
  labelObjectsRoute(app, settingsContext);
  labelsRoute(app, settingsContext);
  changesRoute(app, settingsContext);
  keywordSuggestionsRoute(app, settingsContext);
  bidSuggestionsRoute(app, settingsContext);
  recommendationRoutes(app, settingsContext);
}
