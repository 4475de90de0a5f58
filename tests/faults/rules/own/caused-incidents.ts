import { type EventLog, handleCommand } from '@tapwise/adapters';
import { builtInAlertId, failureDecider, failureStream, reportFailedTry, reportSuccessfulTry } from '@tapwise/domain';
import { asTest } from '../../../support/facts/settings.ts';
import { eventually } from '../../../support/product/product.ts';
import { readAlerts } from './alert-differences.ts';
import type { AlertedApplications } from './own-rules-world.ts';

/** Longest until a message is claimed, kills included. */
const claimedWithinMs = 120_000;

/** An incident of each application, one after the other; each ends once both channels have the message about its begin. */
export async function causeIncidents(
  log: EventLog,
  { applicationIds, channels }: AlertedApplications,
  signal: AbortSignal,
): Promise<void> {
  for (const application_id of applicationIds) {
    if (signal.aborted) return;
    const alertId = builtInAlertId(application_id, 'integration');
    const subject = { application_id, org_id: null, source: 'ads_reports' as const };
    const failures = { stream: failureStream(application_id), decider: failureDecider, context: asTest };
    const now = (): string => new Date().toISOString();
    const areClaimed = async (kind: 'fired' | 'recovered'): Promise<boolean> => {
      const { incidents, claimed } = await readAlerts(log);
      const incident = incidents.get(alertId)?.find((turn) => turn.kind === kind);
      return Object.values(channels).every((channel) => claimed.has(`${channel} ${incident?.id} ${kind}`));
    };
    const untilClaimed = (kind: 'fired' | 'recovered') =>
      eventually(
        () => areClaimed(kind),
        (all) => all || signal.aborted,
        { timeoutMs: claimedWithinMs, everyMs: 200 },
      );
    const refused = { reason: 'credentials_refused', detail: '401' } as const;
    await handleCommand(log, {
      ...failures,
      cause: `refused ${application_id}`,
      decide: (state) => reportFailedTry(state, subject, { ...refused, at: now() }),
    });
    await untilClaimed('fired');
    await handleCommand(log, {
      ...failures,
      cause: `accepted ${application_id}`,
      decide: (state) => reportSuccessfulTry(state, subject, now()),
    });
    await untilClaimed('recovered');
  }
}
