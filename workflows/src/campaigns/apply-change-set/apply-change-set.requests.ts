import type { FoldFollower } from '@tapwise/adapters';
import {
  changeSetStreamPrefix,
  type Directory,
  findApplication,
  type ListedChangeSet,
  scheduleStep,
  teamStreamPrefix,
} from '@tapwise/domain';
import type { LogEvent, RequestKind } from '../../start/request-kind.ts';
import { type ApplyChangeSetInput, applyChangeSetProcess } from './apply-change-set.contract.ts';

/** A set expires 30 days after its last edit, which came before its approval. */
const longestMs = 31 * 86_400_000;

const ends: ReadonlySet<string> = new Set([
  'ChangeSetRejected',
  'ChangeSetWithdrawn',
  'ChangeSetNotApplied',
  'ChangeSetSettled',
]);

/** Change sets from their approval on: what is scheduled waits for its time, what is being applied for the end of its change. */
export function changeSetRequests(
  directory: Pick<FoldFollower<Directory>, 'state'>,
  now: () => number = Date.now,
): RequestKind<ApplyChangeSetInput> {
  /** Sets that are being applied, by the change that each has become. */
  const applying = new Map<string, string>();
  const follow = (event: LogEvent): string | undefined => {
    if (event.type === 'ChangeSetApplied') applying.set(event.data.change.change_id, event.data.change_set_id);
    if (event.type !== 'ChangeSettled') return undefined;
    const set = applying.get(event.data.change_id);
    applying.delete(event.data.change_id);
    return set;
  };
  const isIdle = (change_set_id: string): boolean => {
    const set = directory.state.changeSets.get(change_set_id);
    return set !== undefined && !hasWork(directory.state, set, now());
  };
  return {
    contract: applyChangeSetProcess,
    streamPrefix: changeSetStreamPrefix,
    wakingStreamPrefixes: ['change-', teamStreamPrefix],
    begun: (event) => {
      const id = begunSet(event);
      if (id === undefined) return undefined;
      const until = event.type === 'ChangeSetApproved' ? Date.parse(event.data.at) + longestMs : undefined;
      return { input: { change_set_id: id }, idle: () => isIdle(id), until };
    },
    woken: (event) => {
      if (event.type === 'AutomaticWorkReleased') return 'all';
      const id = follow(event) ?? (event.type.startsWith('ChangeSet') ? setOf(event) : undefined);
      return id === undefined ? undefined : applyChangeSetProcess.id({ change_set_id: id });
    },
    ended: (event) => {
      const id = ends.has(event.type) ? setOf(event) : undefined;
      return id === undefined ? undefined : applyChangeSetProcess.id({ change_set_id: id });
    },
  };
}

const setOf = ({ data }: LogEvent): string | undefined => ('change_set_id' in data ? data.change_set_id : undefined);

const begunSet = (event: LogEvent): string | undefined =>
  event.type === 'ChangeSetApproved' || event.type === 'ChangeSetApplied' ? event.data.change_set_id : undefined;

function hasWork(directory: Directory, set: ListedChangeSet, now: number): boolean {
  if (set.status === 'applying') return true;
  const { organizations = [] } = findApplication(directory, set.application_id) ?? {};
  const organization = organizations.find(({ org_id }) => org_id === set.org_id);
  return organization !== undefined && scheduleStep(set, organization.time_zone, now) !== undefined;
}
