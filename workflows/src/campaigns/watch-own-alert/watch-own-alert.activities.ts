import { createStreamMemory, type FoldFollower } from '@tapwise/adapters';
import {
  alertEpisodesStream,
  alertStream,
  alertUnitsDecider,
  type Creations,
  dueAlertSlot,
  labelsDecider,
  labelTrailsDecider,
  nextAlertSlotAt,
  trailedCampaignDecider,
} from '@tapwise/domain';
import { isIdle } from '../../activity/idle-teams.ts';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import { createFilterSources } from '../run-automation/filter/filter-sources.ts';
import { clocksOf, type OwnAlertContext, type OwnAlertScope, ownAlertScope } from './own-alert-context.ts';
import { readFindings } from './read-findings.ts';
import { recordFindings } from './record-findings.ts';
import type { WatchOwnAlertActivities } from './watch-own-alert.contract.ts';

export type WatchOwnAlertDependencies = Omit<
  OwnAlertContext,
  'episodes' | 'campaigns' | 'labels' | 'labelTrails' | 'termDecisions' | 'now'
> & {
  readonly creations: FoldFollower<Creations>;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
};

const actorContext = workflowActor('watch-alerts');
const alertsKept = 2000;
const campaignsKept = 600;
const applicationsKept = 20;
const tablesPauseSeconds = 5;

/** Activities of `watchOwnAlert`. */
export function createWatchOwnAlertActivities(dependencies: WatchOwnAlertDependencies): WatchOwnAlertActivities {
  const { log, directory, automations, customRules, alerts, tables, times, now = Date.now } = dependencies;
  const context: OwnAlertContext = {
    ...dependencies,
    now,
    episodes: createStreamMemory(log, alertUnitsDecider, { keep: alertsKept, context: actorContext }),
    campaigns: createStreamMemory(log, trailedCampaignDecider, { keep: campaignsKept, context: actorContext }),
    labels: createStreamMemory(log, labelsDecider, { keep: applicationsKept, context: actorContext }),
    labelTrails: createStreamMemory(log, labelTrailsDecider, { keep: applicationsKept, context: actorContext }),
    termDecisions: createFilterSources(log, dependencies.creations).decisions,
  };
  /** When the newest slot was that this process evaluated: one that changed nothing is not in the log. */
  const evaluatedSlots = new Map<number, number>();

  /** Up to which instant slots are over: its last one, and what came before the alert was what it is. */
  const slotsAfter = async ({ alert }: OwnAlertScope): Promise<number> => {
    const { state } = await context.episodes.current(alertEpisodesStream(alert.alertId));
    const isSame = state.version === alert.evaluatedVersion;
    const recorded = isSame && state.lastSlot !== null ? Date.parse(state.lastSlot) : 0;
    return Math.max(recorded, Date.parse(alert.evaluatedSince ?? ''), evaluatedSlots.get(alert.alertId) ?? 0);
  };

  const evaluate = async (scope: OwnAlertScope): Promise<void> => {
    const { alertId } = scope.alert;
    const slot = dueAlertSlot(clocksOf(scope, times), await slotsAfter(scope), now());
    if (slot === undefined || isIdle(directory, scope.application.application_id)) return;
    const asOf = now();
    await recordFindings(context, scope, { slot, asOf, findings: await readFindings(context, scope, slot, asOf) });
    evaluatedSlots.set(alertId, slot.at);
  };

  return {
    evaluateOwnAlert: ({ alert_id }) =>
      runActivity(async () => {
        await Promise.all([directory.caughtUp, automations.caughtUp, customRules.caughtUp, alerts.caughtUp]);
        const last = await log.readLast(alertStream(alert_id));
        if (last !== undefined) await alerts.reached(last.position);
        const scope = ownAlertScope(context, alert_id);
        if (scope === undefined) return { pause_seconds: null };
        if (tables === undefined) return { pause_seconds: tablesPauseSeconds };
        await evaluate(scope);
        const next = nextAlertSlotAt(clocksOf(scope, times), now()) ?? now();
        return { pause_seconds: Math.max(1, Math.ceil((next - now()) / 1000)) };
      }),
  };
}
