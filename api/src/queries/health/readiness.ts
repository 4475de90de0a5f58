import { readFile } from 'node:fs/promises';
import { partStatusSchema, type Readiness } from '@tapwise/contract';
import { tablesPosition } from '@tapwise/projections/queries';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.ts';

type PartStatus = z.infer<typeof partStatusSchema>;
type Parts = Record<string, PartStatus>;

const probeMs = 1500;
const countedLag = 1000;
const reportedPartsSchema = z.object({ parts: z.record(z.string(), partStatusSchema) });

/** Looks at every part: the log and the tables by asking them, the others by what the start script says. */
export async function readiness(deps: ApiDependencies): Promise<Readiness> {
  const [reported, log, tables] = await Promise.all([reportedParts(deps), probeLog(deps), probeTables(deps)]);
  const parts: Parts = {
    ...reported,
    api: deps.directory.ready() ? ok() : { status: 'starting', detail: 'The directory is being read' },
    eventstore: withReported(log.part, reported.eventstore),
    clickhouse: withReported(tables.part, reported.clickhouse),
    projections: await projectionsPart(deps, reported.projections, log.position, tables.position),
  };
  return { status: overall(parts), parts };
}

// A part that is still being started does not answer yet, which is no fault.
function withReported(probed: PartStatus, reported: PartStatus | undefined): PartStatus {
  if (probed.status === 'down' && reported?.status === 'starting') return reported;
  return probed.status === 'ok' ? { ...probed, detail: reported?.detail ?? '' } : probed;
}

// Without the log nothing can be answered, without the tables no report; what the others do waits for them.
function overall(parts: Parts): Readiness['status'] {
  const { api, eventstore, clickhouse } = parts;
  const vital = [eventstore?.status, clickhouse?.status];
  if (vital.includes('starting') || (api?.status === 'starting' && !vital.includes('down'))) return 'starting';
  if (vital.includes('down')) return 'down';
  return Object.values(parts).every((part) => part.status === 'ok') ? 'ok' : 'degraded';
}

async function probeLog(deps: ApiDependencies): Promise<{ part: PartStatus; position?: bigint }> {
  try {
    const position = await within(probeMs, deps.log.lastPosition());
    return { part: { ...ok(), position: position.toString() }, position };
  } catch {
    return { part: { status: 'down', detail: 'The event log does not answer' } };
  }
}

async function probeTables(deps: ApiDependencies): Promise<{ part: PartStatus; position?: bigint | undefined }> {
  try {
    const answer = await within(probeMs, deps.tables.ping());
    if (!answer.success) return { part: { status: 'down', detail: 'The tables do not answer' } };
  } catch {
    return { part: { status: 'down', detail: 'The tables do not answer' } };
  }
  // Tables that exist but hold nothing yet are a matter of the projections.
  const reached = await within(probeMs, tablesPosition(deps.tables)).catch(() => undefined);
  return { part: ok(), position: reached?.position };
}

async function projectionsPart(
  deps: ApiDependencies,
  reported: PartStatus | undefined,
  logPosition: bigint | undefined,
  position: bigint | undefined,
): Promise<PartStatus> {
  if (position === undefined) return reported ?? { status: 'starting', detail: 'Nothing has been projected yet' };
  const known = { ...(reported ?? ok()), position: position.toString() };
  if (logPosition === undefined) return known;
  const lag =
    logPosition <= position
      ? 0
      : await within(probeMs, deps.log.countAfter(position, countedLag)).catch(() => undefined);
  if (lag === undefined) return known;
  const behind = lag >= countedLag;
  const detail = behind ? `At least ${countedLag} events behind` : known.detail;
  return { ...known, lag_events: lag, detail, status: behind && known.status === 'ok' ? 'degraded' : known.status };
}

async function reportedParts(deps: ApiDependencies): Promise<Parts> {
  const file = deps.settings.statusFile;
  const text = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return reportedPartsSchema.parse(JSON.parse(text)).parts;
  } catch {
    // Read in the middle of being written: the next look has it.
    return {};
  }
}

const ok = (): PartStatus => ({ status: 'ok', detail: '' });

async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
