import { uuidV5 } from '@tapwise/adapters';
import { alertEpisodesStream, type DueAlertSlot, episodeSpace, evaluateUnits } from '@tapwise/domain';
import { changesBefore } from '../watch-alerts/changes-before.ts';
import type { OwnAlertContext, OwnAlertScope } from './own-alert-context.ts';
import { campaignKeyOf, type SlotFindings } from './read-findings.ts';

/**
 * Records what a slot of an alert brings about. Many units are recorded in several appends, of which those that are recorded stay when it is
 * repeated. What changed before is only read where an incident may begin.
 */
export async function recordFindings(
  context: OwnAlertContext,
  scope: OwnAlertScope,
  { slot, asOf, findings }: { readonly slot: DueAlertSlot; readonly asOf: number; readonly findings: SlotFindings },
): Promise<void> {
  const { alert } = scope;
  const { units, isLeftOut } = findings;
  const stream = alertEpisodesStream(alert.alertId);
  const { state } = await context.episodes.current(stream);
  const before = state.version === alert.evaluatedVersion ? state.units : {};
  const firing = units.flatMap(({ key, finding }) =>
    finding === true && before[key]?.state.kind !== 'firing' ? [key] : [],
  );
  const evaluation = { ...evaluationOf(scope, slot), units, isLeftOut };
  const changes = await changesOf(context, scope, firing, asOf);
  await context.episodes.change(stream, `evaluated ${slot.id}`, (current) =>
    evaluateUnits(current, { ...evaluation, before: changes }),
  );
}

function evaluationOf({ alert }: OwnAlertScope, slot: Pick<DueAlertSlot, 'id' | 'at'>) {
  const { alertId: alert_id, applicationId: application_id, name: alert_name, severity } = alert;
  return {
    alert_id,
    application_id,
    alert_name,
    severity,
    version: alert.evaluatedVersion,
    patience: { for: alert.for, clear: alert.clear },
    slot: slot.id,
    at: slot.at,
    episodeId: (key: string) => uuidV5(episodeSpace, `${alert_id} ${key} ${slot.id}`),
  };
}

async function changesOf(
  { tables }: OwnAlertContext,
  { application }: OwnAlertScope,
  keys: readonly string[],
  asOf: number,
) {
  if (tables === undefined || keys.length === 0) return () => [];
  const changes = await changesBefore(tables, application, [...new Set(keys.map(campaignKeyOf))], asOf);
  return (key: string) => changes.get(campaignKeyOf(key)) ?? [];
}
