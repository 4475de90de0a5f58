/** Switches of an account that stop mails; `product_updates` is consent, which has to be given first. */
export const mailSwitches = ['integrations', 'automation', 'alerts', 'reports'] as const;
export type MailSwitch = (typeof mailSwitches)[number];
export type MailConsent = MailSwitch | 'product_updates';

interface MailKindFacts {
  /** What the person can turn off; mails without one are sent in any case. */
  readonly stoppedBy?: MailConsent;
}

/** Every mail there is. Its words are in `mail-texts.ts`. */
export const mailKinds = {
  welcome: {},
  verify: {},
  reset: {},
  'email-change': {},
  'email-changed': {},
  'password-changed': {},
  invite: {},
  'invite-elsewhere': {},
  removed: {},
  'integration-done': { stoppedBy: 'integrations' },
  'integration-broken': { stoppedBy: 'integrations' },
  'automation-digest': { stoppedBy: 'automation' },
  'automation-trouble': { stoppedBy: 'automation' },
  alert: { stoppedBy: 'alerts' },
  'alert-digest': { stoppedBy: 'alerts' },
  'webhook-disabled': {},
  'trial-ending': {},
  'billing-issue': {},
  'billing-fixed': {},
  'plan-usage': {},
  'pulls-end': {},
  'recording-ends': {},
  'subscription-started': {},
  'subscription-paused': {},
  'subscription-restarted': {},
  'subscription-ended': {},
  'scheduled-report': { stoppedBy: 'reports' },
  'report-confirm': {},
  'report-failed': { stoppedBy: 'reports' },
  'export-ready': {},
  'deletion-scheduled': {},
} as const satisfies Readonly<Record<string, MailKindFacts>>;

export type MailKind = keyof typeof mailKinds;

export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/** What the person can turn a mail off by; `undefined` for one that is sent in any case. */
export const consentFor = (kind: MailKind): MailConsent | undefined => {
  const facts: MailKindFacts = mailKinds[kind];
  return facts.stoppedBy;
};
