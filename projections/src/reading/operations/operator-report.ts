import { type ClickHouseClient, type EventLog, scrubbed, within } from '@tapwise/adapters';
import { adServiceCalls, callShareDecider, callSharesStream, fold } from '@tapwise/domain';
import type { OperatorFinding } from './operator-finding.ts';
import { parkedStreams } from './parked-streams.ts';
import { firstFillText, type ProjectionsState, projectionsState } from './projections-state.ts';
import { leaseStates, mostEventsCounted, queueStates, type SharedWork } from './shared-work.ts';

/** Findings about one subject. */
export interface OperatorSection {
  readonly title: string;
  readonly findings: readonly OperatorFinding[];
  /** What is said where there are no findings. */
  readonly none: string;
}

/** A part of the product, as `/readyz` says it. */
export interface PartState {
  readonly status: OperatorFinding['status'];
  readonly detail: string;
}

/** Where an operator's report comes from. */
export interface OperatorSources {
  readonly log: EventLog;
  readonly client: ClickHouseClient;
  /** By name; `undefined` where no product answers. */
  readonly parts: Readonly<Record<string, PartState>> | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** Each section is made within this time, whatever falls silent. */
const responseMs = 2000;
const longestReason = 160;

/**
 * What an operator looks at: parts, projections, parked streams, leases, queues and limits of partners. The page `/operator` and the doctor
 * show it in the same words. It holds no name, address or id of a customer, so it may be passed on.
 * @returns always: what does not answer is a finding.
 */
export async function operatorReport(sources: OperatorSources): Promise<OperatorSection[]> {
  const state = projectionsState(sources);
  state.catch(() => undefined);
  const { parts } = sources;
  return await Promise.all([
    section('Parts', 'No product answers.', async () => partFindings(parts ?? {})),
    section('Projections', 'Nothing has been projected yet.', async () => projectionFindings(sources, await state)),
    section('Parked streams', 'No stream is parked.', () => parkedFindings(sources)),
    section('Leases', 'No lease was ever taken.', () => leaseFindings(sources)),
    section('Queues', 'Nothing follows the log yet.', () => queueFindings(sources)),
    section('Limits of partners', 'No process calls Apple Ads.', () => callFindings(sources)),
  ]);
}

async function section(
  title: string,
  none: string,
  find: () => Promise<readonly OperatorFinding[]>,
): Promise<OperatorSection> {
  try {
    return { title, none, findings: await within(responseMs, find(), () => new Error('No answer in time')) };
  } catch {
    const detail = 'The event log or the tables do not answer';
    return { title, none, findings: [{ what: title.toLowerCase(), status: 'down', detail }] };
  }
}

const partFindings = (parts: Readonly<Record<string, PartState>>): OperatorFinding[] =>
  Object.entries(parts)
    .map(([name, { status, detail }]) => ({ what: `part ${name}`, status, detail: scrubbed(detail) }))
    .sort((a, b) => a.what.localeCompare(b.what, 'en'));

async function projectionFindings(
  { log }: OperatorSources,
  { projections }: ProjectionsState,
): Promise<OperatorFinding[]> {
  // Most are at the same position, so few of these are counted.
  const lags = new Map<bigint, Promise<string>>();
  const lagOf = (position: bigint): Promise<string> => {
    const lag = lags.get(position) ?? behind(log, position);
    lags.set(position, lag);
    return lag;
  };
  const end = await log.lastPosition();
  return await Promise.all(
    projections.map(async ({ name, position, wasComplete, state, detail }): Promise<OperatorFinding> => {
      const what = `projection ${name}`;
      if (state === 'failed')
        return { what, status: 'degraded', detail: `The tables were not rebuilt: ${shortened(detail)}` };
      if (position === undefined) return { what, status: 'starting', detail: 'Nothing has been projected yet' };
      const lag = await lagOf(position);
      if (isFarBehind(lag) && !wasComplete) return { what, status: 'filling', detail: firstFillText(position, end) };
      const texts = state === 'filling' ? ['The tables are being rebuilt', lag] : [lag];
      return { what, status: isFarBehind(lag) ? 'degraded' : 'ok', detail: texts.join('. ') };
    }),
  );
}

/** What a stream is about; the rest of its name is an id. */
const kindOf = (stream: string): string => stream.split('-')[0] ?? '';

async function parkedFindings(sources: OperatorSources): Promise<OperatorFinding[]> {
  const streams = await parkedStreams(sources);
  return streams.map(({ stream, position, projection, eventType, reason }) => ({
    what: `parked stream of ${kindOf(stream)} at position ${position}`,
    status: 'degraded',
    detail: `${eventType} in ${projection}: ${shortened(reason)}`,
  }));
}

async function leaseFindings(sources: SharedWork): Promise<OperatorFinding[]> {
  const leases = await leaseStates(sources);
  return leases.map(({ name, epoch, holder, until, isHeld }): OperatorFinding => {
    const what = `lease of the ${name}`;
    if (holder === undefined) return { what, status: 'degraded', detail: 'No process holds it' };
    return isHeld
      ? { what, status: 'ok', detail: `Held by ${holder}, epoch ${epoch}` }
      : { what, status: 'degraded', detail: `Held by ${holder}, which is silent since ${until}` };
  });
}

async function queueFindings(sources: OperatorSources): Promise<OperatorFinding[]> {
  const queues = await queueStates(sources);
  return queues.map(({ name, events }): OperatorFinding => {
    const lag = behindText(events);
    return { what: `queue ${name}`, status: isFarBehind(lag) ? 'degraded' : 'ok', detail: lag };
  });
}

/** How the calls that partners allow are divided. */
async function callFindings({ log }: OperatorSources): Promise<OperatorFinding[]> {
  const last = (await log.readLast(callSharesStream(adServiceCalls)))?.event;
  if (last?.type !== 'CallSharesDivided') return [];
  const { holders } = fold(callShareDecider, [last]);
  const shares = holders.map(({ holder, calls }) => `${holder} ${calls}`);
  if (shares.length === 0) return [];
  return [{ what: 'calls of Apple Ads at once', status: 'ok', detail: shares.join(', ') }];
}

const behind = async (log: EventLog, position: bigint): Promise<string> =>
  behindText(await log.countAfter(position, mostEventsCounted));

/** How far something is from the end of the log. */
function behindText(events: number): string {
  if (events >= mostEventsCounted) return `At least ${mostEventsCounted} events behind`;
  return events === 1 ? '1 event behind' : `${events} events behind`;
}

const isFarBehind = (lag: string): boolean => lag.startsWith('At least');

function shortened(text: string): string {
  const clean = scrubbed(text);
  return clean.length > longestReason ? `${clean.slice(0, longestReason)} …` : clean;
}
