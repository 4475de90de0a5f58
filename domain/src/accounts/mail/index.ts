export {
  beginMailAttempt,
  endMailAttempt,
  isInTime,
  type MailOutcome,
  type MailState,
  mailDecider,
  mailStream,
  nextMailAttempt,
  type RequestedMail,
  requestMail,
} from './mail.decider.ts';
export type { MailEvent } from './mail.events.ts';
export { cutName, htmlBody, linksOf, type MailBlock, type MailFacts, plainBody } from './mail-body.ts';
export { consentFor, type MailKind, mailKindNames, mailSwitches } from './mail-kinds.ts';
export { mailDay, mailInstant, mailTexts } from './mail-texts.ts';
