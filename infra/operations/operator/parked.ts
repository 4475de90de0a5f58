import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { handleCommand } from '@tapwise/adapters';
import { parkedStreamStream, parkingDecider, retryParkedStream, skipParkedEvent } from '@tapwise/domain';
import { type ParkedStream, parkedStreams, tablesPosition } from '@tapwise/projections/queries';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** Streams whose events are not projected any more: lists them, has them tried again, or leaves the event out that stops one. */
export const parked: Subcommand = {
  usage: 'parked [--retry | --skip <position>] [--reason <text>]',
  async run(args, tools) {
    const { retry, skip, reason } = readArguments(args);
    const streams = byStream(await parkedStreams({ log: tools.log, client: tools.tables }));
    if (!retry && skip === undefined) {
      for (const stream of streams) tools.print(rowOf(stream));
      return 0;
    }
    const meant = streams.filter(({ position }) => skip === undefined || position === skip);
    if (skip !== undefined && meant.length === 0) throw new UsageError(`No stream is parked at position ${skip}`);
    const decide = skip === undefined ? retryParkedStream : skipParkedEvent;
    let last = 0n;
    for (const { stream, position } of meant) {
      const decision = { stream, position: position.toString(), decided_at: new Date().toISOString() };
      const { position: decided } = await handleCommand(tools.log, {
        stream: parkedStreamStream(stream),
        decider: parkingDecider,
        cause: randomUUID(),
        context: { ...tools.context, ...(reason === undefined ? {} : { reason }) },
        decide: (state) => decide(state, decision),
      });
      last = decided > last ? decided : last;
    }
    return await printOutcome(tools, meant, last);
  },
};

/** One stream, whatever projections it is parked in. */
type Parked = Omit<ParkedStream, 'projection'> & { readonly projections: readonly string[] };

/** Streams in the order of their parked events; where projections differ, the earliest event counts. */
function byStream(rows: readonly ParkedStream[]): Parked[] {
  const byEvent = new Map<string, Parked>();
  for (const { projection, ...row } of rows) {
    const key = `${row.stream} ${row.position}`;
    byEvent.set(key, { ...row, projections: [...(byEvent.get(key)?.projections ?? []), projection] });
  }
  return [...byEvent.values()];
}

const rowOf = ({ stream, position, eventType, reason, projections, recordedAt }: Parked): object => ({
  stream,
  position: position.toString(),
  event_type: eventType,
  reason,
  projections,
  recorded_at: recordedAt.toISOString(),
});

function readArguments(args: readonly string[]): {
  retry: boolean;
  skip: bigint | undefined;
  reason: string | undefined;
} {
  let values: { retry?: boolean | undefined; skip?: string | undefined; reason?: string | undefined };
  try {
    const options = { retry: { type: 'boolean' }, skip: { type: 'string' }, reason: { type: 'string' } } as const;
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { retry = false, skip, reason } = values;
  if (skip !== undefined && !/^\d{1,20}$/.test(skip)) throw new UsageError(`--skip ${skip} is not a position`);
  if (retry && skip !== undefined) throw new UsageError('Either --retry or --skip');
  if (reason !== undefined && (reason.trim() === '' || reason.length > 500)) {
    throw new UsageError('--reason takes 1 to 500 characters');
  }
  return { retry, skip: skip === undefined ? undefined : BigInt(skip), reason };
}

const appliedWithinMs = 30_000;
const betweenLooksMs = 100;

/** Prints the outcome of each stream. @returns 0 when all of them are projected again, 1 when not. */
async function printOutcome(tools: OperatorTools, decided: readonly Parked[], until: bigint): Promise<number> {
  const deadline = Date.now() + appliedWithinMs;
  const reached = async (): Promise<boolean> => ((await tablesPosition(tools.tables))?.position ?? 0n) >= until;
  while (!(await reached()) && Date.now() < deadline) await pause(betweenLooksMs);
  const isApplied = await reached();
  const left = byStream(await parkedStreams({ log: tools.log, client: tools.tables }));
  let code = 0;
  for (const { stream, position } of decided) {
    const still = left.find((row) => row.stream === stream);
    const state = !isApplied ? 'recorded' : still === undefined ? 'released' : 'parked';
    if (state !== 'released') code = 1;
    tools.print({
      stream,
      position: position.toString(),
      state,
      log_position: until.toString(),
      ...(state === 'parked' && still !== undefined
        ? { parked_at: still.position.toString(), reason: still.reason }
        : {}),
    });
  }
  return code;
}
