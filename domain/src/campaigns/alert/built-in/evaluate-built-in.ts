import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import type { BuiltInKind, BuiltInSettings } from '../settings/built-in-kinds.ts';
import type { AlertFigures } from './alert-figures.ts';
import { fallingRoas, trackingGap } from './people-alerts.ts';
import { brokenIntegrations, missingPulls, troubledRules } from './source-alerts.ts';
import { spendSpikes, usedBudgets } from './spend-alerts.ts';

/** What a built-in alert says of each of its units. */
export function evaluateBuiltIn(
  kind: BuiltInKind,
  settings: BuiltInSettings,
  figures: AlertFigures,
): EvaluatedAlertUnit[] {
  const { organizations, asOf } = figures;
  switch (kind) {
    case 'spend_spike':
      return organizations.flatMap((organization) => spendSpikes(organization, settings.spend_spike));
    case 'tracking_gap':
      return organizations.flatMap((organization) => trackingGap(organization, settings.tracking_gap));
    case 'integration':
      return brokenIntegrations(figures, settings.integration);
    case 'no_data':
      return organizations.flatMap((organization) => missingPulls(organization, settings.no_data, asOf));
    case 'budget':
      return organizations.flatMap((organization) => usedBudgets(organization, settings.budget, asOf));
    case 'roas_falling':
      return organizations.flatMap((organization) => fallingRoas(organization, settings.roas_falling));
    case 'rules':
      return troubledRules(figures, settings.rules);
    default:
      return kind satisfies never;
  }
}
