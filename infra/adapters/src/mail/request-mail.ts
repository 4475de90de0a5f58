import { type MailKind, mailDecider, mailStream, requestMail as request } from '@tapwise/domain';
import type { CommandContext } from '../event-log/commands/command-context.ts';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { mailIdOf } from './mail-id.ts';

/** A mail that is due. */
export interface DueMail {
  readonly kind: MailKind;
  /**
   * Names the mail for all time, for example `automation-digest|<rule>|<account>|<day>`: the mail of a key is sent once, however often
   * it is asked for. Ids and days only: the key is written in the clear.
   */
  readonly key: string;
  /** The person, whose address and wish are looked up when it is sent; or an address, as ciphertext of the key vault. */
  readonly to: { readonly accountId: number } | { readonly address: string };
  /**
   * Words and numbers of the text in `domain/src/accounts/mail/mail-texts.ts`. `path` becomes the text's `link`: an address in the product,
   * beginning with `/`. Names from outside are cut when it is sent. No addresses, names of persons or secrets.
   */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Lines of a list, at most 20; put the number of further ones in `facts.more`. */
  readonly rows?: readonly string[];
  /** ISO 8601; the date of the mail. */
  readonly requestedAt: string;
}

/**
 * Asks for a mail. It is sent within seconds by the workflows process, which retries, and checks then that the person is still there and
 * wants mails of this kind. Asking again with the same key changes nothing.
 * @returns commit position.
 */
export async function requestMail(log: EventLog, context: CommandContext, due: DueMail): Promise<bigint> {
  const mail_id = mailIdOf(due.key);
  const { position } = await handleCommand(log, {
    stream: mailStream(mail_id),
    decider: mailDecider,
    cause: 'request',
    context,
    assume: 'new',
    decide: (state) =>
      request(state, {
        mail_id,
        kind: due.kind,
        key: due.key,
        account_id: 'accountId' in due.to ? due.to.accountId : null,
        address: 'address' in due.to ? due.to.address : null,
        facts: { ...due.facts },
        rows: (due.rows ?? []).map((row) => row.slice(0, 300)).slice(0, 20),
        requested_at: due.requestedAt,
      }),
  });
  return position;
}
