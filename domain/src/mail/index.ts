export type { MailOutcome, RequestedMail } from './mail.decider.ts';
export { endMailAttempt, mailDecider, mailStream, requestMail } from './mail.decider.ts';
export { cutName, htmlBody, linksOf, plainBody } from './mail-body.ts';
export type { MailKind } from './mail-kinds.ts';
export { consentFor, mailKindNames, mailSwitches } from './mail-kinds.ts';
export type { MailFacts } from './mail-texts.ts';
export { mailDay, mailInstant, mailTexts } from './mail-texts.ts';
