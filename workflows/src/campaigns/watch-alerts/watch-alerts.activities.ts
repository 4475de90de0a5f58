import {
  type AlertTimes,
  type ClickHouseClient,
  createStreamMemory,
  type EventLog,
  type FoldFollower,
} from '@tapwise/adapters';
import {
  type Alerts,
  type AlertUnits,
  type Automations,
  alertEpisodesStream,
  alertUnitsDecider,
  builtInAlerts,
  type CustomAutomations,
  type Directory,
  type EpisodeEvent,
  type EvaluatedAlertUnit,
  type ExistingAlert,
  evaluateBuiltIn,
  evaluateUnits,
  findApplication,
  type OpenApplication,
  unitKeysOf,
} from '@tapwise/domain';
import { readAlertFigures } from '@tapwise/projections/queries';
import { isIdle } from '../../activity/idle-teams.ts';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import { alertEvaluation } from './alert-evaluation.ts';
import { type AlertSlot, slotOf, untilNextSlot } from './alert-slots.ts';
import { reportedFigures } from './alert-sources.ts';
import { changesBefore } from './changes-before.ts';
import type { WatchAlertsActivities } from './watch-alerts.contract.ts';

export interface WatchAlertsDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  readonly customRules: FoldFollower<CustomAutomations>;
  readonly alerts: FoldFollower<Alerts>;
  /** `undefined` while there are no tables: then nothing is evaluated. */
  readonly tables: ClickHouseClient | undefined;
  readonly times: AlertTimes;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const alertsKept = 2000;
/** Kinds that say nothing of a unit with too few figures. */
const measuredKinds: ReadonlySet<ExistingAlert['kind']> = new Set(['spend_spike', 'tracking_gap', 'roas_falling']);

/** Activities of `watchAlerts`. */
export function createWatchAlertsActivities(dependencies: WatchAlertsDependencies): WatchAlertsActivities {
  const { log, directory, automations, customRules, alerts, tables, times, now = Date.now } = dependencies;
  const episodes = createStreamMemory<AlertUnits, EpisodeEvent>(log, alertUnitsDecider, {
    keep: alertsKept,
    context: workflowActor('watch-alerts'),
  });

  const evaluate = async (applicationId: number): Promise<void> => {
    await Promise.all([directory.caughtUp, automations.caughtUp, customRules.caughtUp, alerts.caughtUp]);
    const application = findApplication(directory.state, applicationId);
    if (application === undefined || tables === undefined || isIdle(directory, applicationId)) return;
    const asOf = now();
    const { completeAfterHours, everySeconds } = times;
    const figures = {
      ...(await readAlertFigures(tables, { application, asOf, completeAfterHours })),
      ...reportedFigures(directory.state, automations.state, customRules.state, application, asOf),
    };
    const keys = unitKeysOf(figures.organizations);
    for (const alert of builtInAlerts(alerts.state, application)) {
      if (!alert.on || alert.kind === 'own') continue;
      const units = evaluateBuiltIn(alert.kind, alert.numbers, figures);
      const isThere = (key: string): boolean => measuredKinds.has(alert.kind) && keys.has(key);
      await record({ application, alert, units, isThere, slot: slotOf(alert, asOf, everySeconds), asOf });
    }
  };

  /** Records what an evaluation brings about; what changed before is only read where an incident begins. */
  const record = async ({ application, alert, units, isThere, slot, asOf }: Evaluated): Promise<void> => {
    const stream = alertEpisodesStream(alert.alertId);
    const evaluation = { ...alertEvaluation(alert, slot), units, isThere };
    const { state } = await episodes.current(stream);
    const begins = evaluateUnits(state, { ...evaluation, before: () => [] }).some(({ type }) => type === 'AlertFired');
    // Of a large evaluation these are only the first incidents.
    const firingKeys = units.flatMap(({ key, finding }) => (finding === true ? [key] : []));
    const changes =
      tables !== undefined && begins ? await changesBefore(tables, application, firingKeys, asOf) : undefined;
    const before = (key: string) => changes?.get(key) ?? [];
    await episodes.change(stream, `evaluated ${slot.id}`, (current) =>
      evaluateUnits(current, { ...evaluation, before }),
    );
  };

  return {
    evaluateAlerts: ({ application_id }) =>
      runActivity(async () => {
        await evaluate(application_id);
        return { pause_seconds: Math.ceil(untilNextSlot(now(), times.everySeconds) / 1000) };
      }),
  };
}

interface Evaluated {
  readonly application: OpenApplication;
  readonly alert: ExistingAlert;
  readonly units: readonly EvaluatedAlertUnit[];
  readonly isThere: (key: string) => boolean;
  readonly slot: AlertSlot;
  readonly asOf: number;
}
