import type { MailBlock, MailFacts, MailWords } from './mail-body.ts';

const say = (...parts: readonly string[]): MailBlock => ({ text: parts.join(' ') });
const toPayments = ({ link }: MailFacts, label = 'Open Payments'): MailBlock => ({ label, link: String(link ?? '') });

const nothingLost = 'Installs and purchases are still recorded, so nothing is lost.';

/** The words of mails about the trial, payments, limits and the end of service; for admins of a team. */
export const billingMailTexts = {
  'trial-ending': (facts: MailFacts): MailWords => ({
    subject: trialSubject(Number(facts.days)),
    blocks: [
      say(`${Number(facts.days) === 0 ? 'Your trial ended on' : 'Your trial runs until'} ${facts.day}.`),
      say('From then on webhooks are not sent, and 30 days later pulls and rules stop.', nothingLost),
      toPayments(facts, 'Choose a plan'),
    ],
  }),
  'billing-issue': (facts: MailFacts): MailWords => ({
    subject: 'Your payment failed',
    blocks: [
      say('We were unable to process your payment, please update your card info.'),
      say(`Your service continues until ${facts.day}.`),
      toPayments(facts),
    ],
  }),
  'billing-fixed': (facts: MailFacts): MailWords => ({
    subject: 'Your payment was received',
    blocks: [say('The payment that failed has been made. Your plan goes on as before.'), toPayments(facts)],
  }),
  'plan-usage': (facts: MailFacts): MailWords => ({
    subject: `${facts.percent} % of your plan's installs are used`,
    blocks: [
      say(`In ${facts.month} your applications have ${facts.installs} of the ${facts.limit} installs of your plan.`),
      say('Over the limit nothing is cut or lost, and nothing more is charged.'),
      toPayments(facts),
    ],
  }),
  'pulls-end': (facts: MailFacts): MailWords => ({
    subject: `No new numbers from ${facts.day} on`,
    blocks: [
      say(`Your service has ended. On ${facts.day} pulls of ads and sales and automation rules stop.`),
      say('Reports stay readable.', nothingLost, 'With a plan the numbers are filled in.'),
      toPayments(facts, 'Choose a plan'),
    ],
  }),
  'recording-ends': (facts: MailFacts): MailWords => ({
    subject: `Installs and purchases are recorded until ${facts.day}`,
    blocks: [
      say(`Your service ended long ago. On ${facts.day} calls of the SDK and notifications of the store are refused.`),
      say('What is not recorded then cannot be fetched again.'),
      toPayments(facts, 'Choose a plan'),
    ],
  }),
  'subscription-started': (facts: MailFacts): MailWords => ({
    subject: 'Your plan has started',
    blocks: [say(`Your plan, ${facts.plan}, has started. The payment provider sends the receipt.`), toPayments(facts)],
  }),
  'subscription-paused': (facts: MailFacts): MailWords => ({
    subject: 'Your plan is paused',
    blocks: [
      say(
        `Your plan, ${facts.plan}, is paused. It stays until ${facts.day}, and nothing is charged until you restart it.`,
      ),
      toPayments(facts),
    ],
  }),
  'subscription-restarted': (facts: MailFacts): MailWords => ({
    subject: 'Your plan was restarted',
    blocks: [say(`Your plan, ${facts.plan}, was restarted.`), toPayments(facts)],
  }),
  'subscription-ended': (facts: MailFacts): MailWords => ({
    subject: 'Your plan has ended',
    blocks: [say(`Your plan, ${facts.plan}, has ended and is not charged again.`, nothingLost), toPayments(facts)],
  }),
};

function trialSubject(days: number): string {
  if (days === 0) return 'Your Tapwise trial has ended';
  return days === 1 ? 'Your Tapwise trial ends tomorrow' : `Your Tapwise trial ends in ${days} days`;
}
