import type { ChangeSet } from '@tapwise/contract';
import {
  actionsOf,
  type ChangeSetState,
  displayedValue,
  type ExistingChangeSet,
  expiryOf,
  isoCurrency,
  type RowState,
  rowStates,
  stateOf,
} from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { Session } from '../access/sign-in/sessions.ts';
import { readChange } from './change-progress.ts';
import { needsSecondPerson, type OwnChangeSet } from './own-change-set.ts';
import { actorName } from './respond-to-change.ts';
import type { SettingsContext } from './settings-context.ts';

/** How the rows of an applied set are by now. */
interface Outcomes {
  readonly rows: readonly RowState[];
  readonly whole: boolean;
}

const changesKept = 50;
/** What cannot be another any more, by change. */
const settled = new LRUCache<string, Outcomes>({ max: changesKept });

/** A set as it is shown to a person. */
export async function changeSetResponse(
  settingsContext: SettingsContext,
  session: Session,
  changeSetTarget: OwnChangeSet,
): Promise<ChangeSet> {
  const { set } = changeSetTarget;
  const { deps } = settingsContext;
  const now = deps.now().getTime();
  const outcomes = set.change === null ? undefined : await outcomesOf(settingsContext, set.change.change_id);
  const byRow = new Map(outcomes?.rows.map((row) => [`${row.key} ${row.field}`, row]));
  const person = (account_id: number) => actorName(settingsContext, { kind: 'person', account_id, source: null });
  const viewer = { by: session.account.account_id, second_person: needsSecondPerson(changeSetTarget), now };
  return {
    id: set.change_set_id,
    name: set.name,
    state: presentState(set, outcomes, now),
    asa_organization_id: set.org_id,
    settings_currency: isoCurrency(set.currency),
    rows: [...set.rows.entries()].map(([name, { key, field, base, new: wish }]) => {
      const { outcome = null, message, note } = byRow.get(name) ?? {};
      return {
        key,
        field,
        new: displayedValue(wish, field),
        based_on: displayedValue(base, field),
        outcome,
        ...(message === undefined ? {} : { message }),
        ...(note === undefined ? {} : { note }),
      };
    }),
    schedule: set.schedule,
    not_applied: set.notApplied,
    author: await person(set.author),
    approver: set.approver === null ? null : await person(set.approver),
    change_id: set.change?.change_id ?? null,
    created_at: set.created_at,
    updated_at: set.updated_at,
    expires_at: expiryOf(set),
    actions: actionsOf(set, viewer),
  };
}

async function outcomesOf({ deps }: SettingsContext, changeId: string): Promise<Outcomes | undefined> {
  const cached = settled.get(changeId);
  if (cached !== undefined) return cached;
  const progress = await readChange(deps.log, changeId);
  if (progress === undefined) return undefined;
  const { change, outcomes } = progress;
  const read = { rows: rowStates(change, outcomes), whole: outcomes.size === change.request.rows.length };
  if (read.whole) settled.set(changeId, read);
  return read;
}

/** All rows have outcomes a moment before the set itself says so. */
function presentState(set: ExistingChangeSet, outcomes: Outcomes | undefined, now: number): ChangeSetState {
  const state = stateOf(set, now);
  if (state !== 'applying' || outcomes?.whole !== true) return state;
  const made = outcomes.rows.every(({ outcome }) => outcome === 'changed' || outcome === 'unchanged');
  return made ? 'applied' : 'partly_applied';
}
