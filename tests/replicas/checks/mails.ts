import { type EventLog, readLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { eventually } from '../../support/product/product.ts';
import type { ArrivedMail } from '../../support/stand-ins/mail-server.ts';
import type { Kill } from '../kills.ts';
import type { Tally } from '../tally.ts';

/** What the log says of a mail, in order. */
type Mails = ReadonlyMap<string, readonly DomainEvent[]>;

/** An attempt lasts so long at most before it is recorded; one that a kill cut off began in this time before it. */
const attemptMs = 5000;
const ended: readonly string[] = ['MailSent', 'MailSkipped', 'MailRefused'];

/**
 * Each mail that the log asks for arrived once. One whose sender was killed during the attempt may wait for the end of its ten minutes,
 * and is counted beside.
 */
export async function checkMails(
  log: EventLog,
  arrived: readonly ArrivedMail[],
  kills: readonly Kill[],
  tally: Tally,
): Promise<void> {
  const look = async () => compareMails(await readMails(log), arrived, kills);
  const { faults, sent, cutOff } = await eventually(look, (comparison) => comparison.faults.length === 0, {
    timeoutMs: 60_000,
    everyMs: 500,
  }).catch(look);
  for (const words of faults) tally.fault(words);
  tally.count('mails', sent);
  tally.count('mails cut off by a kill, due in ten minutes', cutOff);
}

function compareMails(mails: Mails, arrived: readonly ArrivedMail[], kills: readonly Kill[]) {
  const times = new Map<string, number>();
  for (const { id } of arrived) times.set(id, (times.get(id) ?? 0) + 1);
  const faults = [...times.keys()].flatMap((id) => (mails.has(id) ? [] : [`mail ${id} is not in the log`]));
  let sent = 0;
  let cutOff = 0;
  for (const [id, events] of mails) {
    const count = times.get(id) ?? 0;
    const words = `mail ${id} arrived ${count} times: ${events.map(({ type }) => type).join(' ')}`;
    const isSent = events.some(({ type }) => type === 'MailSent');
    const isCutOff = cutOffAt(events, kills) !== undefined;
    const isOver = isCutOff || events.some(({ type }) => ended.includes(type));
    if (count > 1 || (isSent && count === 0) || !isOver) faults.push(words);
    sent += isSent ? 1 : 0;
    cutOff += isCutOff ? 1 : 0;
  }
  return { faults, sent, cutOff };
}

async function readMails(log: EventLog): Promise<Mails> {
  const mails = new Map<string, DomainEvent[]>();
  await readLog(log, { streamPrefixes: ['mail-'] }, (events) => {
    for (const { stream, event } of events) {
      const id = stream.slice('mail-'.length);
      mails.set(id, [...(mails.get(id) ?? []), event]);
    }
  });
  return mails;
}

/** @returns when the attempt that is under way began, if a process that sends mails was killed during it. */
function cutOffAt(events: readonly DomainEvent[], kills: readonly Kill[]): number | undefined {
  const last = events.at(-1);
  if (last?.type !== 'MailAttemptBegun') return undefined;
  const began = Date.parse(last.data.begun_at) - performance.timeOrigin;
  const isCutOff = kills.some(({ part, at }) => part === 'workflows' && at > began && at < began + attemptMs);
  return isCutOff ? began : undefined;
}
