import { UnavailableError } from '@eventstore/db-client';
import type { EventLog } from '@tapwise/adapters';
import { logOver } from '../../../../infra/adapters/src/event-log/open-event-log.ts';
import { isFollowed } from '../../../../infra/adapters/src/event-log/reading/followed-types.ts';
import type {
  LogReading,
  LogTransport,
  ReadListener,
  ReadRequest,
  StoredEvent,
} from '../../../../infra/adapters/src/event-log/transport/log-transport.ts';
import type { Random } from '../../../../projections/src/testing/random/seeded-random.ts';
import type { FaultKind, Network } from '../time/network.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { MemoryLog } from './memory-log.ts';

export interface LogAccess {
  readonly log: MemoryLog;
  readonly network: Network;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly count: (kind: FaultKind) => void;
}

/** The log as a program on one machine reaches it. */
export function openMemoryLog(access: LogAccess): EventLog {
  const { log, network } = access;
  const transport: LogTransport = {
    append: (stream, expected, events) =>
      network.call('log', () => log.append(stream, expected, events), { fault: unavailable, mayRepeat: true }),
    read: (request, listener) =>
      request.kind === 'subscription' ? subscribe(access, request, listener) : readOnce(access, request, listener),
    close: async () => undefined,
  };
  return logOver(transport);
}

const unavailable = (): Error => new UnavailableError(undefined, 'the network lost it');

function readOnce(
  { log, network }: LogAccess,
  request: Exclude<ReadRequest, { kind: 'subscription' }>,
  listener: ReadListener,
): LogReading {
  let isOver = false;
  network
    .call('log', () => log.read(request), { fault: unavailable })
    .then(
      (events) => {
        for (const event of events) if (!isOver) listener.onEvent(event);
        if (!isOver) listener.onEnd();
      },
      (error: Error) => {
        if (!isOver) listener.onEnd(error);
      },
    );
  const end = (): void => {
    isOver = true;
  };
  return { pause: () => undefined, resume: () => undefined, cancel: end };
}

const mostAtOnce = 6;
/** Of a thousand events of the log that are about other things, a subscriber learns that they were passed; here of fewer. */
const passedAtMost = 40;
const cutPart = 0.004;

/** Events come in pieces of any size, and it may be cut off before each. */
function subscribe(
  access: LogAccess,
  { from, streamPrefixes }: Extract<ReadRequest, { kind: 'subscription' }>,
  listener: ReadListener,
): LogReading {
  const { log, network, time, random, count } = access;
  const machine = time.machine();
  const caughtUpAt = log.events.at(-1)?.position ?? 0n;
  let reached = from;
  let hasCaughtUp = false;
  let isPaused = false;
  let isOver = false;
  let isPlanned = false;
  let passed = 0;
  const isWanted = ({ stream, type }: StoredEvent): boolean =>
    isFollowed(type) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);
  const plan = (): void => {
    if (isPlanned || isPaused || isOver) return;
    isPlanned = true;
    time.arrive(network.delay(), deliver, machine);
  };
  const stopFollowing = log.follow(plan);
  const end = (): void => {
    isOver = true;
    stopFollowing();
  };
  const deliver = (): void => {
    isPlanned = false;
    if (isPaused || isOver) return;
    const isCut = network.weather.lost > 0 && random.next() < cutPart;
    if (isCut) count('subscription cut');
    if (isCut || !network.reaches(machine, 'log')) {
      end();
      listener.onEnd(unavailable());
      return;
    }
    const news = log.after(reached).slice(0, 1 + Math.floor(random.next() * mostAtOnce));
    for (const event of news) {
      reached = event.position;
      if (isWanted(event)) listener.onEvent(event);
      else passed += 1;
      if (isOver) return;
    }
    if (streamPrefixes !== undefined && passed > passedAtMost && reached !== 'start') {
      passed = 0;
      listener.onCheckpoint?.(reached);
    }
    if (!hasCaughtUp && (reached === 'start' ? 0n : reached) >= caughtUpAt) {
      hasCaughtUp = true;
      listener.onCaughtUp?.();
    }
    if (log.after(reached).length > 0) plan();
  };
  plan();
  return {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      plan();
    },
    cancel: end,
  };
}
