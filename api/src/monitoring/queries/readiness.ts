import { readFile } from 'node:fs/promises';
import { whyNoAppends, within } from '@tapwise/adapters';
import { partStatusSchema, type Readiness } from '@tapwise/contract';
import { firstFillText, isFirstFill, type ProjectionsState, projectionsState } from '@tapwise/projections/queries';
import { z } from 'zod';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { appleAdsPart } from './apple-ads-part.ts';
import { diskPart } from './disk-part.ts';
import { outsideParts } from './outside-parts.ts';

/** What is looked at. */
export type Probed = Pick<ApiDependencies, 'log' | 'tables' | 'settings' | 'now' | 'appleAds'> & {
  readonly directory: Pick<ApiDependencies['directory'], 'ready' | 'state'>;
};
type PartStatus = z.infer<typeof partStatusSchema>;
type Parts = Record<string, PartStatus>;

/** The whole answer is made within this time, whatever falls silent. */
const responseMs = 1500;
const countedLag = 1000;
const reportedPartsSchema = z.object({ parts: z.record(z.string(), partStatusSchema) });

/** Waits for an answer as long as there is time. */
type Ask = <T>(task: Promise<T>) => Promise<T>;

function asker(): Ask {
  const until = performance.now() + responseMs;
  return (task) => within(Math.max(0, until - performance.now()), task, () => new Error('No answer in time'));
}

/** Looks at every part: the log and the tables by asking them, the others by what the start script says. */
export async function readiness(deps: Probed): Promise<Readiness> {
  const ask = asker();
  const [reported, log, tables] = await Promise.all([reportedParts(deps), probeLog(deps, ask), probeTables(deps, ask)]);
  const parts: Parts = {
    ...(await diskPart(deps.settings.dataDir)),
    ...outsideParts(deps.directory.state, deps.now().getTime()),
    ...reported,
    'apple-ads': appleAdsPart(deps),
    api: deps.directory.ready() ? ok() : { status: 'starting', detail: 'The directory is being read' },
    eventstore: withReported(log.part, reported.eventstore),
    clickhouse: withReported(tables.part, reported.clickhouse),
    projections: await projectionsPart({ deps, ask }, reported.projections, log.position, tables.state),
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

async function probeLog(deps: Probed, ask: Ask): Promise<{ part: PartStatus; position?: bigint }> {
  const refusal = ask(deps.log.probeAppend()).then(
    () => undefined,
    (error: unknown) => ({ reason: whyNoAppends(error) }),
  );
  try {
    const position = await ask(deps.log.lastPosition());
    const refused = await refusal;
    const part: PartStatus = refused === undefined ? ok() : { status: 'degraded', detail: noAppends(refused.reason) };
    return { part: { ...part, position: position.toString() }, position };
  } catch {
    return { part: { status: 'down', detail: 'The event log does not answer' } };
  }
}

const noAppends = (reason: string | undefined): string =>
  `The event log takes no appends${reason === undefined ? '' : ` (${reason})`}: what is shown stays, changes are answered 503`;

async function probeTables(
  deps: Probed,
  ask: Ask,
): Promise<{ part: PartStatus; state?: ProjectionsState | undefined }> {
  try {
    const pingResult = await ask(deps.tables.ping());
    if (!pingResult.success) return { part: { status: 'down', detail: 'The tables do not answer' } };
  } catch {
    return { part: { status: 'down', detail: 'The tables do not answer' } };
  }
  // Tables that exist but hold nothing yet are a matter of the projections.
  return {
    part: ok(),
    state: await ask(projectionsState({ log: deps.log, client: deps.tables })).catch(() => undefined),
  };
}

async function projectionsPart(
  { deps, ask }: { deps: Probed; ask: Ask },
  reported: PartStatus | undefined,
  logPosition: bigint | undefined,
  state: ProjectionsState | undefined,
): Promise<PartStatus> {
  const position = state?.position;
  const trouble = troubleOf(state);
  if (position === undefined && trouble !== '') return { ...(reported ?? ok()), status: 'degraded', detail: trouble };
  if (position === undefined) return reported ?? { status: 'starting', detail: 'Nothing has been projected yet' };
  const reportedPart = { ...(reported ?? ok()), position: position.toString() };
  const lag =
    logPosition === undefined
      ? undefined
      : logPosition <= position
        ? 0
        : await ask(deps.log.countAfter(position, countedLag)).catch(() => undefined);
  const isBehind = lag !== undefined && lag >= countedLag;
  const isFilling = isBehind && state !== undefined && isFirstFill(state);
  const behind = isBehind && !isFilling ? `At least ${countedLag} events behind` : '';
  const filling = isFilling ? firstFillText(position, logPosition ?? position) : '';
  const faults = [behind, trouble].filter((text) => text !== '').join('. ');
  const status = faults !== '' && reportedPart.status === 'ok' ? 'degraded' : reportedPart.status;
  return {
    ...reportedPart,
    ...(lag === undefined ? {} : { lag_events: lag }),
    detail: faults || filling || reportedPart.detail,
    status,
  };
}

const longestReason = 160;

/** What an operator should know of the projections; empty when there is nothing. Streams are not named: their names hold ids. */
function troubleOf(state: ProjectionsState | undefined): string {
  if (state === undefined) return '';
  const { firstParked, parkedStreams, projections } = state;
  const failed = projections.filter((projection) => projection.state === 'failed');
  const texts = failed.map(({ name, detail }) => `The tables of ${name} were not rebuilt: ${shortened(detail)}`);
  if (firstParked !== undefined) {
    const count = parkedStreams === 1 ? '1 stream is parked' : `${parkedStreams} streams are parked`;
    const { position, projection, reason } = firstParked;
    texts.push(`${count}, first at position ${position} in ${projection}: ${shortened(reason)}`);
  }
  const filling = projections.filter(({ state: doing }) => doing === 'filling').map(({ name }) => name);
  if (filling.length > 0) texts.push(`Tables are being rebuilt: ${filling.join(', ')}`);
  return texts.join('. ');
}

const shortened = (text: string): string => (text.length > longestReason ? `${text.slice(0, longestReason)} …` : text);

async function reportedParts(deps: Probed): Promise<Parts> {
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
