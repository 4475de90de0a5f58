import type { Break } from '../break.ts';

const install = 'domain/src/install';

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
    find: 'answered: answer.answered && !state.answered',
    replace: 'answered: answer.answered',
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
];
