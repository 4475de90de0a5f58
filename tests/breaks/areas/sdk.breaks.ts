import type { Break } from '../break.ts';

const attributionSpec = 'sdk-ingest/src/routes/attribution.int.spec.ts';

/** What the SDK in apps and the calls of phones rely on. */
export const sdkBreaks: readonly Break[] = [
  {
    what: 'a clock is corrected without the word of the phone',
    file: 'sdk-ingest/src/sdk-facts.ts',
    find: 'firstLaunchByOurClock({ first_launch_at, sent_at }, received.at)',
    replace: 'firstLaunchByOurClock({ first_launch_at, sent_at: sent_at ?? first_launch_at }, received.at)',
    specs: [attributionSpec],
  },
  {
    what: 'an install in a simulator counts',
    file: 'sdk-ingest/src/payloads/attribution.payload.ts',
    find: "new Set(['testflight', 'debug', 'simulator'])",
    replace: "new Set(['testflight', 'debug'])",
    specs: [attributionSpec],
  },
  {
    what: 'a token that comes later is ignored',
    file: 'domain/src/applications/install/install.decider.ts',
    find: 'if (isOpenToToken(state) && brings) return reopen(state, report, outcome, timing);',
    replace: '',
    specs: ['domain/src/applications/install/install.decider.unit.spec.ts'],
  },
  {
    what: 'the client of the docs takes any 200 for an answer',
    file: 'web/content/docs/sdk_http_calls.md',
    find: "if (status === 200 && body?.status === 'ok') {",
    replace: 'if (status === 200) {',
    specs: ['tests/docs/sdk-client-of-docs.int.spec.ts'],
  },
  {
    what: 'the client of the docs posts before the time that it was asked to wait for',
    file: 'web/content/docs/sdk_http_calls.md',
    find: 'const isHeld = state.notBefore > now() && state.notBefore <= now() + day;',
    replace: 'const isHeld = false;',
    specs: ['tests/docs/sdk-client-of-docs.int.spec.ts'],
  },
  {
    what: 'the package for React Native does something on Android',
    file: 'sdk-clients/react-native/src/index.ts',
    find: "Platform.OS === 'ios' ? module : null",
    replace: 'module',
    specs: ['tests/contexts/sdk/react-native.unit.spec.ts'],
  },
  {
    what: 'any text that is sent as a version becomes a series of figures',
    file: 'infra/adapters/src/observability/sdk-call-counts.ts',
    find: "typeof version !== 'string' || !versionPattern.test(version)",
    replace: "typeof version !== 'string'",
    specs: ['infra/adapters/src/observability/sdk-call-counts.unit.spec.ts'],
  },
  {
    what: 'a few installs without tokens make a version of the SDK suspect',
    file: 'domain/src/applications/install/sdk-versions.ts',
    find: 'version.installs < leastInstalls || ',
    replace: '',
    specs: ['domain/src/applications/install/sdk-versions.unit.spec.ts'],
  },
  {
    what: 'installs of test builds count for a version of the SDK',
    file: 'projections/src/reading/reports/state/sdk-versions.queries.ts',
    find: "AND state = 'test')",
    replace: "AND state = 'test' AND 1 = 0)",
    specs: ['projections/src/reading/reports/state/sdk-versions.int.spec.ts'],
  },
  {
    what: 'users of an import count for a version of the SDK',
    file: 'projections/src/writing/sdk-installs/sdk-installs.projection.ts',
    find: " || recorded.metadata?.actor.kind === 'operator'",
    replace: '',
    specs: ['projections/src/reading/reports/state/sdk-versions.int.spec.ts'],
  },
  {
    what: 'a phone of the demo takes any 200 for an answer',
    file: 'infra/simulators/apple/src/app-users/phones/replies.ts',
    find: "if (status === 200 && body?.status === 'ok')",
    replace: 'if (status === 200)',
    specs: ['infra/simulators/apple/src/app-users/phones/replies.unit.spec.ts'],
  },
  {
    what: 'a token that fails is none',
    file: 'infra/simulators/apple/src/app-users/phones/phone.ts',
    find: "if (token === 'unavailable') return null;",
    replace: "if (token === 'unavailable' || token === 'failed') return null;",
    specs: ['infra/simulators/apple/src/app-users/phones/person-phone.unit.spec.ts'],
  },
  {
    what: 'a wrong clock of a phone of the demo brings its first launch into another quarter of an hour',
    file: 'infra/simulators/apple/src/app-users/phones/phone-traits.ts',
    find: ' && quarterMs - (person.launchedAt % quarterMs) > nearMs',
    replace: '',
    specs: ['infra/simulators/apple/src/app-users/phones/person-phone.unit.spec.ts'],
  },
];
