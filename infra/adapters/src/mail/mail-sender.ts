import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { type Environment, mailAddresses } from '../config/environment.ts';
import { OutsideFault } from '../failures/outside-fault.ts';
import { buildMessage, type MailIdentity, type OutgoingMail } from './build-message.ts';
import { putIntoOutbox } from './outbox.ts';

/** The only way mail leaves the product. */
export interface MailSender {
  readonly way: 'smtp' | 'outbox';
  /** Resolves when the mail server has taken the mail, or when it is in the outbox. @throws MailFault. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Why a mail was not taken. The server's words are not kept: they may repeat the address. */
export class MailFault extends OutsideFault {
  override readonly name = 'MailFault';
  /** The server's number, or the client's word. */
  readonly code: string;

  constructor(code: string, retry: boolean) {
    super(`The mail was not taken: ${code}`, { retry });
    this.code = code;
  }
}

const connectionMs = 10_000;
const socketMs = 30_000;

/** Sends to `SMTP_URL`; without it mails are files in `<DATA_DIR>/outbox`. @throws Error when the URL or the key is not usable. */
export async function openMailSender(environment: Environment): Promise<MailSender> {
  const { SMTP_URL: url, DKIM_KEY_FILE: keyFile, DATA_DIR: dataDir } = environment;
  const dkimKey = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8');
  const identity: MailIdentity = { ...mailAddresses(environment), dkimKey };
  return url === undefined ? outboxSender(join(dataDir, 'outbox'), identity) : smtpSender(url, identity);
}

function outboxSender(directory: string, identity: MailIdentity): MailSender {
  return {
    way: 'outbox',
    send: async (mail) => {
      const message = await buildMessage(mail, identity);
      await putIntoOutbox(directory, mail, message).catch((error: NodeJS.ErrnoException) => {
        throw new MailFault(error.code ?? 'EOUTBOX', true);
      });
    },
    close: () => undefined,
  };
}

function smtpSender(text: string, identity: MailIdentity): MailSender {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const loopback = ['localhost', '127.0.0.1', '::1'].includes(host);
  const auth =
    url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } };
  const transport = nodemailer.createTransport({
    host,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !loopback,
    ignoreTLS: !secure && loopback,
    ...auth,
    pool: true,
    maxConnections: 2,
    rateDelta: 1000,
    rateLimit: 5,
    connectionTimeout: connectionMs,
    greetingTimeout: connectionMs,
    socketTimeout: socketMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    way: 'smtp',
    send: async (mail) => {
      const raw = await buildMessage(mail, identity);
      await transport
        .sendMail({ envelope: { from: identity.from.address, to: [mail.to] }, raw })
        .catch((error: unknown) => {
          throw faultOf(error);
        });
    },
    close: () => transport.close(),
  };
}

/** 5xx is permanent; everything else may pass. */
function faultOf(error: unknown): MailFault {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === 'number' && responseCode >= 400) {
    // Refused names and passwords are for the operator to set right, and then the mail is still wanted.
    return new MailFault(String(responseCode), responseCode < 500 || code === 'EAUTH');
  }
  return new MailFault(typeof code === 'string' ? code : 'EMAIL', true);
}
