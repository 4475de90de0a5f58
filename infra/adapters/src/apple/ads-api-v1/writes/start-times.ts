import { localTimeInZone } from '@tapwise/domain';
import { z } from 'zod';
import type { WriteResponse } from '../../ad-service/writes/write-call.ts';
import type { FailedEnd, WriteEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { adAccountWire } from '../schemas.ts';
import { endBefore, readOne, type WriteContext } from './write-context.ts';

type Attempt<Value> = (startTime: string) => Promise<WriteEnd<Value>>;

/**
 * Makes what has a start. Times have no zone: they are sent as UTC, and where that is refused as past as the time that clocks of the
 * account show, which is remembered then.
 */
export function createStarts(context: WriteContext) {
  const localZones = new Map<number, string>();
  return async <Value>(startsAt: Date, scope: WriteScope, attempt: Attempt<Value>): Promise<WriteEnd<Value>> => {
    const { orgId } = scope;
    const existing = localZones.get(orgId);
    if (existing !== undefined) return attempt(localStart(startsAt, existing));
    const end = await attempt(startsAt.toISOString().slice(0, 23));
    if (!isRefusedAsPast(end)) return end;
    const zone = await zoneOf(context, scope);
    if (typeof zone !== 'string') return zone ?? end;
    const second = await attempt(localStart(startsAt, zone));
    if (second.kind === 'done') localZones.set(orgId, zone);
    return second;
  };
}

const localStart = (startsAt: Date, zone: string): string => `${localTimeInZone(startsAt.getTime(), zone)}.000`;

/** Only the words of a refusal say that it was the start; another attempt is harmless where they are misread. */
const isRefusedAsPast = (end: WriteEnd<unknown>): boolean =>
  end.kind === 'refused' && end.status === 400 && /\bstart\b|\bpast\b|startTime/i.test(end.message);

/** @returns `undefined` where no account is bound. */
async function zoneOf(context: WriteContext, scope: WriteScope): Promise<string | FailedEnd | undefined> {
  const id = context.adAccountOf(scope.orgId);
  if (id === undefined) return undefined;
  const operation = 'GET /ad-accounts/{id}';
  try {
    return (await readOne(context, scope, { path: `/ad-accounts/${id}`, operation }, adAccountWire)).timezone;
  } catch (cause) {
    return endBefore(operation, cause);
  }
}

const startedWire = z.object({ startTime: z.string() });

/** Whether an answer names the start that was asked for, if it names one; fractions of a second are left out in places. */
export function echoesStart({ data }: WriteResponse, startTime: string): boolean {
  const echoed = startedWire.safeParse(data).data?.startTime;
  return echoed === undefined || echoed.slice(0, 19) === startTime.slice(0, 19);
}
