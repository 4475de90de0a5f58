import { accountsBreaks } from './areas/accounts.breaks.ts';
import { adsPlatformBreaks } from './areas/ads-platform.breaks.ts';
import { alertsBreaks } from './areas/alerts.breaks.ts';
import { backupBreaks } from './areas/backup.breaks.ts';
import { customRuleCallsBreaks } from './areas/custom-rule-calls.breaks.ts';
import { customRuleRunsBreaks } from './areas/custom-rule-runs.breaks.ts';
import { customRulesBreaks } from './areas/custom-rules.breaks.ts';
import { failuresBreaks } from './areas/failures.breaks.ts';
import { floorBreaks } from './areas/floor.breaks.ts';
import { foldsBreaks } from './areas/folds.breaks.ts';
import { logBreaks } from './areas/log.breaks.ts';
import { moneyBreaks } from './areas/money.breaks.ts';
import { olderDaysBreaks } from './areas/older-days.breaks.ts';
import { readingsBreaks } from './areas/readings.breaks.ts';
import { ruleEvaluationBreaks } from './areas/rule-evaluation.breaks.ts';
import { rulesBreaks } from './areas/rules.breaks.ts';
import { scheduledReportsBreaks } from './areas/scheduled-reports.breaks.ts';
import { sdkBreaks } from './areas/sdk.breaks.ts';
import { settingsChangeBreaks } from './areas/settings-changes.breaks.ts';
import { simulationBreaks } from './areas/simulation.breaks.ts';
import { speedBreaks } from './areas/speed.breaks.ts';
import { sqlBreaks } from './areas/sql.breaks.ts';
import { storyBreaks } from './areas/story.breaks.ts';
import type { Break } from './break.ts';

/** The breaks of every area. */
export const breakLists: Readonly<Record<string, readonly Break[]>> = {
  accounts: accountsBreaks,
  alerts: alertsBreaks,
  'ads-platform': adsPlatformBreaks,
  backup: backupBreaks,
  'custom-rule-calls': customRuleCallsBreaks,
  'custom-rule-runs': customRuleRunsBreaks,
  'custom-rules': customRulesBreaks,
  failures: failuresBreaks,
  floor: floorBreaks,
  folds: foldsBreaks,
  log: logBreaks,
  money: moneyBreaks,
  'older-days': olderDaysBreaks,
  readings: readingsBreaks,
  'rule-evaluation': ruleEvaluationBreaks,
  rules: rulesBreaks,
  'scheduled-reports': scheduledReportsBreaks,
  sdk: sdkBreaks,
  'settings-changes': settingsChangeBreaks,
  simulation: simulationBreaks,
  speed: speedBreaks,
  sql: sqlBreaks,
  story: storyBreaks,
};
