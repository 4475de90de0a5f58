import type { RequestKind } from '../../start/request-kind.ts';
import { type SendMailInput, sendMailProcess } from './send-mail.contract.ts';

export const mailRequests: RequestKind<SendMailInput> = {
  contract: sendMailProcess,
  streamPrefix: 'mail-',
  begun: (event) => (event.type === 'MailRequested' ? { input: { mail_id: event.data.mail_id } } : undefined),
  ended: (event) =>
    event.type === 'MailSent' || event.type === 'MailSkipped' || event.type === 'MailRefused'
      ? sendMailProcess.id(event.data)
      : undefined,
};
