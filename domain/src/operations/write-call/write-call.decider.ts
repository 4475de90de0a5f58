import { dayMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { WriteCallEvent } from './write-call.events.ts';

type EventData<Type extends WriteCallEvent['type']> = Extract<WriteCallEvent, { type: Type }>['data'];
type Started = EventData<'WriteCallStarted'>;
type StoredResponse = Pick<EventData<'WriteCallAnswered'>, 'status_code' | 'log_position' | 'body'>;

/** `since` is the start of the first attempt, `started_at` that of the newest. */
type StartedCall = Pick<Started, 'call_id' | 'attempt_id' | 'payload_hash' | 'started_at'> & { since: string };
export type WriteCallState =
  | { status: 'free' }
  | ({ status: 'running' } & StartedCall)
  | ({ status: 'failed' } & StartedCall)
  | ({ status: 'answered' } & StartedCall & { response: StoredResponse });

const memoryMs = dayMs;
/** An attempt without an end after this long died with its process. */
const longestAttemptMs = 60_000;

/** Fold of `writeCall-<hash>`. */
export const writeCallDecider: Decider<WriteCallState, WriteCallEvent> = {
  initialState: () => ({ status: 'free' }),
  evolve(state, event) {
    if (event.type === 'WriteCallStarted') {
      const { call_id, attempt_id, payload_hash, started_at } = event.data;
      const since = state.status !== 'free' && state.call_id === call_id ? state.since : started_at;
      return { status: 'running', call_id, attempt_id, payload_hash, started_at, since };
    }
    if (!isPresentAttempt(state, event.data)) return state;
    if (event.type === 'WriteCallReleased') {
      return event.data.outcome === 'refused' ? { status: 'free' } : { ...state, status: 'failed' };
    }
    const { status_code, log_position, body } = event.data;
    return { ...state, status: 'answered', response: { status_code, log_position, body } };
  },
};

/**
 * Starts a call under its key. Nothing is to be done when the same call was answered within 24 hours: its answer is in the state.
 * A call that failed, or whose process died, is tried again under its `call_id`.
 * @throws DomainError `idempotency_key_reused` when the key belongs to another call, `still_running`.
 */
export function startWriteCall(state: WriteCallState, command: Started): WriteCallEvent[] {
  const now = Date.parse(command.started_at);
  if (state.status === 'free' || now - Date.parse(state.since) >= memoryMs) return [started(command)];
  if (state.payload_hash !== command.payload_hash) throw new DomainError('idempotency_key_reused');
  // An append whose answer was lost is met again here.
  if (state.status === 'answered' || state.attempt_id === command.attempt_id) return [];
  if (state.status === 'running' && now - Date.parse(state.started_at) < longestAttemptMs) {
    throw new DomainError('still_running', { details: { retry_after: 1 } });
  }
  return [started({ ...command, call_id: state.call_id })];
}

/** Keeps the answer of an attempt, unless a later attempt has taken over. */
export function completeWriteCall(state: WriteCallState, command: EventData<'WriteCallAnswered'>): WriteCallEvent[] {
  return isPresentAttempt(state, command) ? [{ type: 'WriteCallAnswered', data: command }] : [];
}

/** Ends an attempt that has no answer to keep, unless a later attempt has taken over. */
export function releaseWriteCall(state: WriteCallState, command: EventData<'WriteCallReleased'>): WriteCallEvent[] {
  return isPresentAttempt(state, command) ? [{ type: 'WriteCallReleased', data: command }] : [];
}

const started = (data: Started): WriteCallEvent => ({ type: 'WriteCallStarted', data });

function isPresentAttempt(
  state: WriteCallState,
  { call_id, attempt_id }: Pick<Started, 'call_id' | 'attempt_id'>,
): state is Extract<WriteCallState, { status: 'running' }> {
  return state.status === 'running' && state.call_id === call_id && state.attempt_id === attempt_id;
}
