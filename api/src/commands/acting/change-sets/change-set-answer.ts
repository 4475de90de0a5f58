import type { ChangeSet } from '@tapwise/contract';
import {
  actionsOf,
  type ChangeSetState,
  expiryOf,
  isoCurrency,
  type KnownChangeSet,
  type RowState,
  rowStates,
  shownValue,
  stateOf,
} from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { Acting } from '../acting.ts';
import { actorName } from '../answer-change.ts';
import { readChange } from '../read-change.ts';
import { needsSecondPerson, type OwnChangeSet } from './own-change-set.ts';

/** How the rows of an applied set are by now. */
interface Outcomes {
  readonly rows: readonly RowState[];
  readonly whole: boolean;
}

const changesKept = 50;
/** What cannot be another any more, by change. */
const settled = new LRUCache<string, Outcomes>({ max: changesKept });

/** A set as it is shown to a person. */
export async function changeSetAnswer(acting: Acting, session: Session, own: OwnChangeSet): Promise<ChangeSet> {
  const { set } = own;
  const { deps } = acting;
  const now = deps.now().getTime();
  const outcomes = set.change === null ? undefined : await outcomesOf(acting, set.change.change_id);
  const byRow = new Map(outcomes?.rows.map((row) => [`${row.key} ${row.field}`, row]));
  const person = (account_id: number) => actorName(acting, { kind: 'person', account_id, source: null });
  const whose = { by: session.account.account_id, second_person: needsSecondPerson(own), now };
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
        new: shownValue(wish, field),
        based_on: shownValue(base, field),
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
    actions: actionsOf(set, whose),
  };
}

async function outcomesOf({ deps }: Acting, changeId: string): Promise<Outcomes | undefined> {
  const known = settled.get(changeId);
  if (known !== undefined) return known;
  const progress = await readChange(deps.log, changeId);
  if (progress === undefined) return undefined;
  const { change, outcomes } = progress;
  const read = { rows: rowStates(change, outcomes), whole: outcomes.size === change.request.rows.length };
  if (read.whole) settled.set(changeId, read);
  return read;
}

/** All rows have outcomes a moment before the set itself says so. */
function presentState(set: KnownChangeSet, outcomes: Outcomes | undefined, now: number): ChangeSetState {
  const state = stateOf(set, now);
  if (state !== 'applying' || outcomes?.whole !== true) return state;
  const made = outcomes.rows.every(({ outcome }) => outcome === 'changed' || outcome === 'unchanged');
  return made ? 'applied' : 'partly_applied';
}
