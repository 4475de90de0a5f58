import type { Break } from '../break.ts';

const install = 'domain/src/applications/install';

/** What installs and accounts are taken for: addresses, tokens, keys and limits. */
export const accountsBreaks: readonly Break[] = [
  {
    what: 'a late token does not complete an install',
    file: `${install}/install.decider.ts`,
    find: "state.status === 'organic' && state.reason === 'no_token';",
    replace: "state.status === 'organic' && state.reason === 'no_token' && state.answered === null;",
    specs: [`${install}/install.decider.unit.spec.ts`],
  },
  {
    what: 'what Apple answered is asked again',
    file: `${install}/install.decider.ts`,
    find: "state.status === 'organic' && state.reason === 'no_token';",
    replace: "state.status === 'organic';",
    specs: [`${install}/install.decider.unit.spec.ts`],
  },
  {
    what: 'a completed install counts as answered for the first time',
    file: `${install}/install.decider.ts`,
    find: 'answered: timing.answered && !state.answered',
    replace: 'answered: timing.answered',
    specs: [`${install}/install.decider.unit.spec.ts`],
  },
  {
    what: 'the tables do not follow an install that is open again',
    file: 'projections/src/writing/cohort/install-state.ts',
    find: "  'InstallReopened',\n",
    replace: '',
    specs: ['projections/src/writing/cohort/cohort.int.spec.ts'],
  },
  {
    what: 'an unknown device class refuses the install',
    file: 'sdk-ingest/src/payloads/attribution.payload.ts',
    find: 'schema.nullish().catch(null)',
    replace: 'schema.nullish()',
    specs: ['sdk-ingest/src/routes/attribution.int.spec.ts'],
  },
  {
    what: 'a record of Apple that lacks a field is none',
    file: 'infra/adapters/src/apple/ad-services/schemas.ts',
    find: 'const optionalId = id.nullish().catch(null);',
    replace: 'const optionalId = id;',
    specs: ['infra/adapters/src/apple/ad-services/client.unit.spec.ts'],
  },
  {
    what: "a phone's wrong clock refuses the install",
    file: `${install}/first-launch.ts`,
    find: 'if (sent_at === null) {',
    replace: 'if (sent_at !== undefined) {',
    specs: [`${install}/first-launch.unit.spec.ts`],
  },
  {
    what: 'a host that looks like the store is one',
    file: 'domain/src/applications/application/store-url.ts',
    find: '(?:apps|itunes)\\.apple\\.com(',
    replace: '(?:apps|itunes)\\.apple\\.com[^/]*(',
    specs: ['domain/src/applications/application/store-url.unit.spec.ts'],
  },
  {
    what: 'a team has an app twice',
    file: 'api/src/application/commands/create-application.command.ts',
    find: "throw new DomainError(state.team_id === command.team_id ? 'app_added' : 'conflict');",
    replace: 'return [];',
    specs: ['api/src/application/applications.int.spec.ts'],
  },
  {
    what: 'a shared secret is of any length',
    file: 'api/src/application/commands/set-store-password.command.ts',
    find: '{1,64}$/u',
    replace: '+$/u',
    specs: ['api/src/application/applications.int.spec.ts'],
  },
  {
    what: 'a key file is of any size',
    file: 'api/src/application/commands/set-store-connection.command.ts',
    find: "Buffer.byteLength(text) > largestKeyBytes ? '' : text.trim()",
    replace: 'text.trim()',
    specs: ['api/src/application/applications.int.spec.ts'],
  },
  {
    what: 'an agreement that is not signed is taken for a missing right',
    file: 'infra/adapters/src/apple/app-store-connect/client.ts',
    find: "code === unsignedAgreement ? 'agreement_missing' : 'role_missing'",
    replace: "'role_missing'",
    specs: ['infra/adapters/src/apple/app-store-connect/client.int.spec.ts'],
  },
  {
    what: 'a call with a token and a password signs in',
    file: 'api/src/account/queries/account.query.ts',
    find: 'if (tokenOf(request) !== undefined) {',
    replace: 'if (tokenOf(request) === null) {',
    specs: ['api/src/account/accounts.int.spec.ts'],
  },
  {
    what: 'the mail that welcomes a person counts among those that were asked for',
    file: 'domain/src/accounts/account/account.state.ts',
    find: 'event.data.at_sign_up ? recent :',
    replace: '',
    specs: ['domain/src/accounts/account/own-account.unit.spec.ts'],
  },
  {
    what: 'who sends slowly holds the port of the calls',
    file: 'api/src/app.ts',
    find: '    requestTimeout,\n',
    replace: '',
    specs: ['api/src/http/slow-senders.int.spec.ts'],
  },
  {
    what: 'a pause is mailed when it begins',
    file: 'domain/src/accounts/billing/pause-change.ts',
    find: "return scheduled?.action === 'pause' ? { at: scheduled.effective_at, begun: false } : null;",
    replace: 'return null;',
    specs: ['workflows/src/send-mail/billing-mails.unit.spec.ts'],
  },
];
