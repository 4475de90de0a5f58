import type { EventLog } from '../store/event-log.ts';
import type { WriteCommand, WriteOutcome } from '../store/write-command.ts';
import type { FaultSwitches } from './fault-switches.ts';

/** Time after which a server gives a write up that it lost sight of. */
const WRITE_TIMEOUT_MS = 2000;

/** Events that a live subscriber of an older server may be behind. */
const LIVE_BUFFER_EVENTS = 32;

/** The faults that are switched on, as the services ask for them. */
export class Faults {
  switches: FaultSwitches = {};
  readonly #underWay = new Set<string>();

  /** Why no append is taken now, in the words of a real server. */
  get refusal(): string | undefined {
    const { not_ready } = this.switches;
    if (not_ready === undefined) return undefined;
    return not_ready === 'busy' ? 'Server Is Busy' : 'Server Is Not Ready';
  }

  isTooSlow(eventsBehind: number): boolean {
    return this.switches.too_slow === true && eventsBehind > LIVE_BUFFER_EVENTS;
  }

  /** Whether an event can begin at a position. */
  isBoundary(position: bigint): boolean {
    return this.switches.no_event_at?.includes(Number(position)) !== true;
  }

  /** Hands a command to the log, or keeps it under way first. */
  submit(log: EventLog, command: WriteCommand, complete: (outcome: WriteOutcome) => void): void {
    const { slow_repeat: underWayMs, forget_ids: forgetsIds, full_disk } = this.switches;
    if (command.kind !== 'append') {
      log.submit(command, complete);
      return;
    }
    if (full_disk === true) {
      complete({ kind: 'failed', error: new Error('ENOSPC: no space left on device') });
      return;
    }
    const append = forgetsIds === true ? { ...command, forgetsIds } : command;
    if (underWayMs === undefined) {
      log.submit(append, complete);
      return;
    }
    const key = `${append.streamName} ${append.events[0]?.id}`;
    if (this.#underWay.has(key)) {
      setTimeout(() => complete({ kind: 'timed-out' }), WRITE_TIMEOUT_MS);
      return;
    }
    this.#underWay.add(key);
    setTimeout(() => {
      log.submit(append, (outcome) => {
        this.#underWay.delete(key);
        complete(outcome);
      });
    }, underWayMs);
  }
}
