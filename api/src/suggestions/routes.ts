import type { ApiServer } from '../http/api-server.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';
import { budgetRecommendationsRoute } from './budget-recommendations.query.ts';
import { keywordSuggestionsRoute } from './keyword-suggestions.query.ts';

/** What Apple suggests. */
export function registerSuggestionsRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  keywordSuggestionsRoute(app, settingsContext);
  budgetRecommendationsRoute(app, settingsContext);
}
