import { randomUUID } from 'node:crypto';

/** Inner variable of a part: what starts it again whenever it has ended numbers its starts by it. No child of the part gets it. */
export const partStartVariable = 'PART_START';

/** Which start of a part a process is. Of the processes of one series at most the one with the highest number runs. */
export interface PartStart {
  /** UUID of the series. */
  readonly series: string;
  /** From 1. */
  readonly number: number;
}

const textPattern = /^([0-9a-f-]{36})\.([1-9]\d*)$/;
/** Of a holder of leases that was started in a series. */
const holderPattern = /-([0-9a-f-]{36}\.[1-9]\d*)-[0-9a-f-]{36}$/;

/** As a value of the variable. */
export const formatPartStart = ({ series, number }: PartStart): string => `${series}.${number}`;

function parsePartStart(text: string): PartStart | undefined {
  const [, series, number] = textPattern.exec(text) ?? [];
  return series === undefined ? undefined : { series, number: Number(number) };
}

/**
 * Which start of its part this process is; undefined where what started it does not say.
 * @throws Error when the variable is not understood.
 */
export function readPartStart(variables: Readonly<Record<string, string | undefined>>): PartStart | undefined {
  const text = variables[partStartVariable];
  if (text === undefined) return undefined;
  const start = parsePartStart(text);
  if (start === undefined) throw new Error(`${partStartVariable} is set by what starts a part, and is not understood`);
  return start;
}

/** A new id for what holds leases in this process. */
export function newHolderId(name: string, start: PartStart | undefined): string {
  return [name, ...(start === undefined ? [] : [formatPartStart(start)]), randomUUID()].join('-');
}

/** Whether a holder of leases ran in a process that had ended before this one was started. */
export function ranBefore(holder: string, start: PartStart | undefined): boolean {
  const other = parsePartStart(holderPattern.exec(holder)?.[1] ?? '');
  return start !== undefined && other?.series === start.series && other.number < start.number;
}
