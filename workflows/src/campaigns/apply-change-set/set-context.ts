import { randomUUID } from 'node:crypto';
import type { ClickHouseClient, EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type AdsInterface,
  type ChangeSetEvent,
  type ChangeSetFold,
  type Creations,
  changeSetStream,
  type Directory,
  type ExistingChangeSet,
  type TeamEvent,
  type TeamState,
} from '@tapwise/domain';
import type { ChangeStreams } from '../apply-change/change-log.ts';

/** What the steps of one process share. */
export interface SetContext {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly creations: Pick<FoldFollower<Creations>, 'state' | 'caughtUp'>;
  readonly tables: ClickHouseClient | undefined;
  /** Of the interface of the ad service that is spoken. */
  readonly version: AdsInterface['version'];
  /** Milliseconds. */
  readonly now: () => number;
  readonly sets: StreamMemory<ChangeSetFold, ChangeSetEvent>;
  readonly streams: ChangeStreams;
  /** Only read. */
  readonly teams: StreamMemory<TeamState, TeamEvent>;
}

/** Appends to the stream of a set. */
export async function write(
  { sets }: Pick<SetContext, 'sets'>,
  { change_set_id }: ExistingChangeSet,
  what: string,
  decide: (state: ChangeSetFold) => readonly ChangeSetEvent[],
): Promise<void> {
  await sets.change(changeSetStream(change_set_id), `${what} ${change_set_id} ${randomUUID()}`, decide, change_set_id);
}
