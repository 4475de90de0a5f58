import nodemailer, { type SendMailOptions } from 'nodemailer';

/** A mail as it is to be sent. */
export interface OutgoingMail {
  /** 26 characters, see `mailIdOf`. */
  readonly id: string;
  readonly kind: string;
  /** One bare address, in the form `normalizeEmail` accepts. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Absolute addresses in the text, in its order. */
  readonly links: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** Address at which one click turns mails of this kind off, for those that can be. */
  readonly unsubscribe?: string | undefined;
  readonly attachments?: readonly MailAttachment[];
}

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Who our mails are from. */
export interface MailIdentity {
  readonly from: { readonly name: string; readonly address: string };
  /** Where answers go. */
  readonly replyTo?: string | undefined;
  /** Signs messages, for the domain of `from`. */
  readonly dkimKey?: string | undefined;
}

/** Selector of the DNS record under which the DKIM key is published. */
const dkimSelector = 'tapwise';
// The library's own list and what RFC 8058 wants signed.
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

// An address with anything else could name further recipients or end the header.
const bareAddress = /^[^\s"(),:;<>@[\]\\]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** The message in the form of RFC 5322. Equal mails give equal bytes. @throws Error for what is not one bare address. */
export async function buildMessage(mail: OutgoingMail, { from, replyTo, dkimKey }: MailIdentity): Promise<Buffer> {
  if (!bareAddress.test(mail.to)) throw new Error('The recipient is not one bare address');
  const domainName = domainOf(from.address);
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const options: SendMailOptions & { baseBoundary: string } = {
    from: { ...from },
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domainName}>`,
    date: new Date(mail.createdAt),
    baseBoundary: mail.id,
    attachments: (mail.attachments ?? []).map(({ name: filename, contentType, content }) => {
      return { filename, contentType, content };
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Tapwise-Mail': mail.kind,
      ...(mail.unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkimKey === undefined
      ? {}
      : { dkim: { domainName, keySelector: dkimSelector, privateKey: dkimKey, headerFieldNames: signedHeaders } }),
  };
  const { message } = await transport.sendMail(options);
  if (!Buffer.isBuffer(message)) throw new Error('The message was not built as a whole');
  return message;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
