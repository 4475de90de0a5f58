/** How a member of a simulated cluster is. A `frozen` one takes connections and answers nothing. */
export type MemberState = 'leader' | 'follower' | 'electing' | 'frozen' | 'dead';

/**
 * What real servers were seen to do that hurts their clients. All is off unless the node was started with `FAULT_CONTROL=on`, which it
 * accepts on a loopback address only. Then the gRPC call `/tapwise.eventstore.Faults/Set` takes these members as the JSON text of its one
 * message, replaces what was set before, and answers with a JSON text: `{"members":[{"port":1,"connections":0}]}`.
 */
export interface FaultSwitches {
  /** Appends are refused as by a server that is starting or electing (`starting`), or has too much to do (`busy`). */
  readonly not_ready?: 'starting' | 'busy';
  /** Writes fail as on a full disk. */
  readonly full_disk?: boolean;
  /**
   * Milliseconds that each append is under way before it is written; a repeat of one that is under way gets no answer for two seconds
   * and then a timeout.
   */
  readonly slow_repeat?: number;
  /** Ids that were written earlier are not recognized where no exact revision is expected, as after a restart. */
  readonly forget_ids?: boolean;
  /** A live subscriber that is more than 32 events behind is cut off, as by servers up to 23.10. */
  readonly too_slow?: boolean;
  /** No checkpoint is sent at the end of the log. */
  readonly no_final_checkpoint?: boolean;
  /** Positions at which no event begins; a real log has such between any two events. */
  readonly no_event_at?: readonly number[];
  /** Calls that may be open on one connection; for connections that are opened from then on. */
  readonly streams?: number;
  /** A cluster over this node's log: each member listens on a port of its own, and the gossip of each names all of them. */
  readonly members?: readonly MemberState[];
}

const memberStates: ReadonlySet<unknown> = new Set<MemberState>(['leader', 'follower', 'electing', 'frozen', 'dead']);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isList = (value: unknown, holds: (member: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds);

const forms: Readonly<Record<keyof FaultSwitches, (value: unknown) => boolean>> = {
  not_ready: (value) => value === 'starting' || value === 'busy',
  full_disk: isFlag,
  slow_repeat: isCount,
  forget_ids: isFlag,
  too_slow: isFlag,
  no_final_checkpoint: isFlag,
  no_event_at: (value) => isList(value, isCount),
  streams: isCount,
  members: (value) => isList(value, (member) => memberStates.has(member)),
};

/** Reads switches from their JSON text. @throws Error that names the member that is not one. */
export function parseFaultSwitches(text: string): FaultSwitches {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The switches are no object.');
  for (const [name, switchValue] of Object.entries(value)) {
    const isOfForm = name in forms ? forms[name as keyof FaultSwitches] : undefined;
    if (isOfForm?.(switchValue) !== true) throw new Error(`"${name}" is no switch, or has another form.`);
  }
  return value;
}
