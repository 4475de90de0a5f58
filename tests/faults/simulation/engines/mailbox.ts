import { MailFault, type MailSender, type OutgoingMail } from '@tapwise/adapters';
import { type MailEvent, mailStream } from '@tapwise/domain';
import type { Network } from '../time/network.ts';
import type { MemoryLog } from './memory-log.ts';

const patienceMs = 30_000;

/** The mail server: what it accepted, and whether it should have been asked. */
export class Mailbox {
  readonly #log: MemoryLog;
  readonly #now: () => number;
  readonly #claims = new Set<string>();
  readonly #texts = new Map<string, string>();
  /** What should not have happened. */
  readonly violations: string[] = [];

  constructor(log: MemoryLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** How many different mails were accepted. */
  get size(): number {
    return this.#texts.size;
  }

  has(mailId: string): boolean {
    return this.#texts.has(mailId);
  }

  accept(mail: OutgoingMail): void {
    const text = JSON.stringify(mail);
    if ((this.#texts.get(mail.id) ?? text) !== text) this.violations.push(`mail ${mail.id} came with other bytes`);
    this.#texts.set(mail.id, text);
    const events = this.#log
      .read({ kind: 'stream', stream: mailStream(mail.id), from: 'start' })
      .map(({ type, data }) => ({ type, data }) as MailEvent);
    const claim = events.findLast((event) => event.type === 'MailAttemptBegun');
    if (claim?.type !== 'MailAttemptBegun') this.violations.push(`mail ${mail.id} was sent before it was claimed`);
    else if (this.#claims.has(claim.data.claim)) this.violations.push(`mail ${mail.id} was sent twice under one claim`);
    else if (Date.parse(claim.data.over_at) <= this.#now())
      this.violations.push(`mail ${mail.id} was sent when its claim was over`);
    if (claim?.type === 'MailAttemptBegun') this.#claims.add(claim.data.claim);
    if (events.some(({ type }) => type === 'MailSent' || type === 'MailRefused'))
      this.violations.push(`mail ${mail.id} was sent after it had ended`);
  }
}

/** The mail server as a program on one machine reaches it. */
export function openMailbox(mailbox: Mailbox, network: Network): MailSender {
  const fault = (): Error => new MailFault('ETIMEDOUT', true);
  return {
    way: 'smtp',
    send: (mail) => network.call('mail server', () => mailbox.accept(mail), { fault, patienceMs }),
    close: () => undefined,
  };
}
