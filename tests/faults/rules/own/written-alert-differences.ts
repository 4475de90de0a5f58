import { type EventLog, readLog } from '@tapwise/adapters';
import { outcomeOf } from '@tapwise/domain';
import type { ArrivedMail } from '../../../support/stand-ins/mail-server.ts';
import { readSettingsChanges } from '../../settings-changes/logged-changes.ts';
import { type LoggedAlerts, readAlerts } from './alert-differences.ts';
import type { WrittenAlerts } from './written-alerts.ts';

/** The outcomes of incidents of alerts that people wrote, and of the mails about them. */
export interface WrittenAlertFigures {
  readonly incidents: number;
  readonly messages: number;
  readonly mails: number;
  /** Mails about several incidents. */
  readonly digests: number;
  /** Bids without their incident, incidents without their message, and messages and mails that have not ended. */
  readonly open: readonly string[];
  readonly lost: readonly string[];
  readonly twice: readonly string[];
}

interface LoggedMails {
  /** Ids of mails by the message of an alert that they are about. */
  readonly ofMessages: ReadonlyMap<string, readonly string[]>;
  readonly digests: number;
  readonly sent: ReadonlySet<string>;
}

/** Compares incidents with the bids that rules raised, messages with incidents, and the mails that arrived with the messages. */
export async function compareWrittenAlerts(
  log: EventLog,
  { alerts, channels }: WrittenAlerts,
  arrived: readonly ArrivedMail[],
): Promise<WrittenAlertFigures> {
  const logged = await readAlerts(log);
  const mails = await readMails(log);
  const bids = await highestBids(log);
  const open: string[] = [];
  const lost: string[] = [];
  const twice: string[] = [];
  let incidents = 0;
  const messages = new Set<string>();
  for (const { id, aboveMicros } of alerts) {
    const above = bids.filter((bid) => bid > aboveMicros).length;
    const turns = logged.incidents.get(id) ?? [];
    incidents += turns.length;
    if (turns.length < above) open.push(`alert ${id}: ${turns.length} incidents of ${above} bids`);
    if (turns.length > above) twice.push(`alert ${id}: ${turns.length} incidents of ${above} bids`);
    for (const turn of turns) {
      for (const channel of Object.values(channels)) {
        const ids = messagesAbout(logged, channel, turn);
        if (ids.length === 0) open.push(`alert ${id}: no message about ${turn.id}`);
        if (ids.length > 1) twice.push(`alert ${id}: ${ids.length} messages about ${turn.id}`);
        for (const message of ids) messages.add(message);
      }
    }
  }
  const arrivedIds = new Set(arrived.map((mail) => mail.id));
  const expected = new Set<string>();
  for (const message of messages) {
    const ends = logged.ends.get(message) ?? [];
    const ids = mails.ofMessages.get(message) ?? [];
    for (const mail of ids) expected.add(mail);
    if (ends.length === 0) open.push(`message ${message} did not end`);
    lost.push(...ends.filter((end) => end !== 'sent').map((end) => `message ${message} ended as ${end}`));
    if (ends.length > 1) twice.push(`message ${message} ended ${ends.length} times`);
    if (ends.includes('sent') && ids.length === 0) lost.push(`message ${message} has no mail`);
    if (ids.length > 1) twice.push(`message ${message} has ${ids.length} mails`);
    open.push(...ids.filter((mail) => !mails.sent.has(mail)).map((mail) => `mail ${mail} is not sent`));
    lost.push(...ids.filter((mail) => mails.sent.has(mail) && !arrivedIds.has(mail)).map((mail) => `mail ${mail}`));
  }
  twice.push(...[...arrivedIds].filter((id) => !expected.has(id)).map((id) => `mail ${id} is about no message`));
  return { incidents, messages: messages.size, mails: expected.size, digests: mails.digests, open, lost, twice };
}

const messagesAbout = ({ claimed }: LoggedAlerts, channel: string, { id, kind }: { id: string; kind: string }) => [
  ...(claimed.get(`${channel} ${id} ${kind}`) ?? []),
];

async function readMails(log: EventLog): Promise<LoggedMails> {
  const ofMessages = new Map<string, string[]>();
  const sent = new Set<string>();
  let digests = 0;
  await readLog(log, { streamPrefixes: ['mail-'] }, (events) => {
    for (const { event } of events) {
      if (event.type === 'MailSent') sent.add(event.data.mail_id);
      if (event.type !== 'MailRequested') continue;
      const { mail_id, key, kind } = event.data;
      const message = key.split('|')[1] ?? '';
      ofMessages.set(message, [...(ofMessages.get(message) ?? []), mail_id]);
      if (kind === 'alert-digest') digests += 1;
    }
  });
  return { ofMessages, digests, sent };
}

/** The highest bid of each keyword that rules have raised; micros. */
async function highestBids(log: EventLog): Promise<number[]> {
  const { outcomes } = await readSettingsChanges(log);
  const highest = new Map<string, number>();
  for (const row of [...outcomes.values()].flat()) {
    const { key, new: value } = row.data;
    if (outcomeOf(row) === 'changed') highest.set(key, Math.max(highest.get(key) ?? 0, Number(value)));
  }
  return [...highest.values()];
}
