import type { ChangeResponse, ChangeResult } from '@tapwise/contract';
import {
  type ChangeActor,
  type ChangeRow,
  displayedValue,
  findAccount,
  isoCurrency,
  type RowState,
  rowStates,
  ruleOfSource,
  verdictOf,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsUpTo } from '../http/log-position.ts';
import { type ChangeProgress, readChange } from './change-progress.ts';
import { outsideName } from './outside-name.ts';
import type { SettingsContext } from './settings-context.ts';

/** Waits for the outcomes of an accepted change and answers with what is known then. */
export async function respondToChange(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  changeId: string,
): Promise<ChangeResponse> {
  // From here on the same call must be given this answer, whatever it is.
  request.changed = true;
  const progress = await awaitChange(settingsContext, changeId);
  const rows = rowStates(progress.change, progress.outcomes);
  const { http, ...verdict } = verdictOf(rows);
  holdsUpTo(reply, progress.position);
  void reply.code(http);
  const settings_currency = isoCurrency(progress.change.request.currency);
  return {
    ...verdict,
    change_id: changeId,
    settings_currency,
    results: await resultsOf(settingsContext, progress.change.request.rows, rows),
  };
}

/** A change when all its rows have outcomes, or when the wait is over. */
async function awaitChange({ deps, watch, waits }: SettingsContext, changeId: string): Promise<ChangeProgress> {
  const whole = ({ change, outcomes }: ChangeProgress): boolean => outcomes.size === change.request.rows.length;
  const seen = await watch.wait(changeId, (current) => whole(current) || current.change.claimed, waits.away);
  const end =
    seen !== undefined && !whole(seen) && seen.change.claimed
      ? await watch.wait(changeId, whole, waits.there - waits.away)
      : seen;
  const progress = end !== undefined && whole(end) ? end : await readChange(deps.log, changeId);
  if (progress === undefined) throw new Error(`The change ${changeId} is not in the log`);
  return progress;
}

/** The rows of an answer; who set what was found instead of a base is named. */
export async function resultsOf(
  settingsContext: NamingActors,
  requestedRows: readonly ChangeRow[],
  rows: readonly RowState[],
): Promise<ChangeResult[]> {
  const names = new Map<string, string>();
  const results: ChangeResult[] = [];
  for (const [index, { conflict, ...row }] of rows.entries()) {
    if (conflict === undefined) {
      results.push(row);
      continue;
    }
    const { by, outside } = conflict;
    const actorKey = JSON.stringify([by, outside]);
    const changed_by =
      names.get(actorKey) ??
      (by === null ? await outsideName(settingsContext.deps.vault, outside) : await actorName(settingsContext, by));
    names.set(actorKey, changed_by);
    const based_on = displayedValue(requestedRows[index]?.base ?? null, row.field);
    results.push({ ...row, based_on, current: conflict.current, changed_by, changed_at: conflict.at });
  }
  return results;
}

type NamingActors = Pick<SettingsContext, 'deps' | 'automations' | 'customRules'>;

/** Who made a change, as colleagues call them. */
export async function actorName(
  { deps, automations, customRules }: NamingActors,
  { kind, account_id, source }: ChangeActor,
): Promise<string> {
  if (kind === 'undo') return 'Undo';
  if (kind === 'rule') {
    const id = Number(ruleOfSource(source));
    const rule = automations.state.rules.get(id) ?? customRules.state.rules.rules.get(id);
    return `Rule ${rule?.name ?? ''}`.trim();
  }
  if (kind === 'creation') return 'Creation';
  if (kind === 'change_set') {
    return `Change set ${deps.directory.state.changeSets.get(source ?? '')?.name ?? ''}`.trim();
  }
  const account = account_id === null ? undefined : findAccount(deps.directory.state, account_id);
  const name = account === undefined ? undefined : await deps.vault.decrypt(account.name);
  return name === undefined || name === '' ? 'A former colleague' : name;
}
