/**
 * Who may import whom. Facts flow one way: endpoints, log, tables, questions, screens. Every rule is an error; an exception is a
 * line here with its reason, never a comment in the code.
 */
/** Specs, and what only specs use. */
const specs =
  '\\.(unit|component|int|contract|e2e|walk|replay|faults)\\.spec\\.tsx?$|/testing/|^web/vitest\\.component';
const servers = '^(sdk-ingest|api/src|projections|workflows|infra)/';

/** What runs in the sandbox of Temporal: stories, their contracts, and what runs them. */
const replayed =
  '^workflows/src/(.*\\.(story|contract)|processes|story/[a-z-]+|temporal/(workflows|run-on-temporal|signals|task-queues))\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment:
        'Decisions, metrics and predictions must give the same answer in a browser, a workflow and a replay ten years on.',
      severity: 'error',
      // What specs share may draw examples as they do.
      from: { path: '^domain/src', pathNot: `${specs}|\\.fixture\\.ts$` },
      to: { pathNot: '^domain/src|(^|/)node_modules/zod/' },
    },
    {
      name: 'workflow-is-deterministic',
      comment:
        'A story is replayed from its history: effects live in activities, of which it and all it imports know only the types.',
      severity: 'error',
      from: { path: replayed },
      to: { path: '^infra/|\\.activities\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflow-uses-no-built-ins',
      comment: 'Clock, random numbers, files and sockets differ between the first run and a replay.',
      severity: 'error',
      from: { path: replayed },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'story-knows-no-engine',
      comment: 'The same story runs on Temporal and in a process of ours: whatever it needs is in Steps.',
      severity: 'error',
      from: { path: '^workflows/src/.*\\.(story|contract)\\.ts$' },
      to: { path: 'node_modules/@temporalio' },
    },
    {
      name: 'log-client-stays-inside',
      comment: 'Only the event log uses its client, so nothing is read or written past its checks.',
      severity: 'error',
      from: { pathNot: '^(infra/adapters/src/event-log|infra/engines/eventstore|tests)/' },
      to: { path: 'node_modules/@eventstore/db-client' },
    },
    {
      name: 'telemetry-stays-inside',
      comment: 'Spans are described in words of ours, so what is off is not loaded.',
      severity: 'error',
      from: { pathNot: '^infra/adapters/src/observability/telemetry/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'telemetry-is-loaded-when-on',
      comment: 'One dynamic import: with it in any static one, every process would load OpenTelemetry.',
      severity: 'error',
      from: { pathNot: '^infra/adapters/src/observability/telemetry/(open-telemetry|sampler)|\\.spec\\.ts$' },
      to: { path: '^infra/adapters/src/observability/telemetry/(open-telemetry|sampler)', dynamic: false },
    },
    {
      name: 'appends-through-handle-command',
      comment:
        'handleCommand (and claimNumber for numbers) appends: every write carries an exact revision, an id made from its cause, and who made it. A log that lags, for tests, passes on what it is given.',
      severity: 'error',
      from: { pathNot: '^(infra/adapters/src/event-log/|tests/support/engines/lagging-log\\.ts$)' },
      to: { path: '^infra/adapters/src/event-log/(commands/append-to-log|log-client)', pathNot: specs },
    },
    {
      name: 'sql-stays-home-client',
      comment: 'Questions are defined once, in projections, through defineQuery or defineSums.',
      severity: 'error',
      from: { pathNot: '^(infra/adapters/src/clickhouse|tests)/' },
      to: { path: 'node_modules/@clickhouse/client' },
    },
    {
      name: 'sql-stays-home-engine',
      comment: 'The engine is a library of one process; all other processes speak HTTP to it.',
      severity: 'error',
      from: { pathNot: '^infra/engines/clickhouse/' },
      to: { path: 'node_modules/(chdb|@chdb)' },
    },
    {
      name: 'apple-stays-behind-connectors',
      comment:
        'Wire shapes of the ad service and the store end where our words begin; the successor API changes one folder.',
      severity: 'error',
      from: { pathNot: `^(infra/adapters|tests)/|${specs}` },
      to: { path: '^infra/adapters/src/apple/' },
    },
    {
      name: 'older-ads-interface-can-go',
      comment:
        'Version 5 of the interface ends: its folder is deleted with the one line that exports it and the choice in open-apple.ts.',
      severity: 'error',
      from: { pathNot: `^infra/adapters/src/(apple/ads-api-v5/|index\\.ts$)|${specs}` },
      to: { path: '^infra/adapters/src/apple/ads-api-v5/' },
    },
    {
      name: 'infra-serves-all',
      comment: 'Adapters know the domain and their drivers, not the services that use them.',
      severity: 'error',
      from: { path: '^infra/adapters/src/', pathNot: specs },
      to: { path: '^(projections|workflows|api|web|sdk-ingest|tests)/' },
    },
    {
      name: 'embedded-nodes-know-nothing',
      comment: 'An embedded engine must be replaceable by the real one, so it cannot know what it is used for.',
      severity: 'error',
      from: { path: '^infra/engines/', pathNot: specs },
      to: { path: '^(domain|sdk-ingest|api|projections|workflows|web|tests|infra/adapters|infra/operations)/' },
    },
    {
      name: 'wire-knows-no-messages',
      comment: 'Both ends of a call share how bytes are read and written, never what a message is.',
      severity: 'error',
      from: { path: '^infra/wire/', pathNot: `^infra/wire/clickhouse/|${specs}` },
      to: { pathNot: '^infra/wire/' },
    },
    {
      name: 'wire-of-tables-knows-no-engine',
      comment: "The gateway of api reads ClickHouse's packed bodies and forms as the embedded engine does, without it.",
      severity: 'error',
      from: { path: '^infra/wire/clickhouse/', pathNot: specs },
      to: {
        pathNot: '^infra/wire/|(^|/)node_modules/(@fastify/busboy|lz4-napi)/',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'parts-need-no-embedded-engine',
      comment:
        'Beside real servers the parts run without chDB and the other embedded engines: they speak their protocols.',
      severity: 'error',
      from: { path: '^(api|sdk-ingest|projections|workflows|infra/adapters|infra/wire)/', pathNot: specs },
      to: { path: '^infra/engines/' },
    },
    {
      name: 'simulator-shares-nothing',
      comment: 'A mistake shared by simulator and connector would prove itself right.',
      severity: 'error',
      from: { path: '^infra/simulators/(apple|payments)/', pathNot: specs },
      to: { path: '^(domain|sdk-ingest|api|projections|workflows|web|tests|infra/adapters|infra/operations)/' },
    },
    {
      name: 'ingest-only-appends',
      comment: 'The endpoint for SDKs needs the rules and the log. It works while the tables are unavailable.',
      severity: 'error',
      from: { path: '^sdk-ingest/', pathNot: specs },
      to: { path: '^(projections|api|workflows|web)/' },
    },
    {
      name: 'contract-is-browser-safe',
      comment: 'The contract is shipped to browsers.',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: { pathNot: '^(api/contract|domain/src/index\\.ts)|(^|/)node_modules/zod/' },
    },
    {
      name: 'projections-know-no-readers',
      comment: 'A table is a function of the log, independent of its readers.',
      severity: 'error',
      from: { path: '^projections/', pathNot: specs },
      to: { path: '^(api|workflows|web|sdk-ingest)/' },
    },
    {
      name: 'reading-knows-no-writers',
      comment: 'Questions are asked of tables, independent of what fills them.',
      severity: 'error',
      from: { path: '^projections/src/reading/', pathNot: specs },
      to: { path: '^projections/src/writing/' },
    },
    {
      name: 'writing-asks-no-reports',
      comment: 'What fills the tables must not depend on what is asked of them.',
      severity: 'error',
      from: { path: '^projections/src/writing/', pathNot: specs },
      to: { path: '^projections/src/reading/' },
    },
    {
      name: 'workflows-serve-no-screens',
      comment:
        'The worker writes to the log; screens see it from there. The fit of models reads what subscriptions did from the tables, by their exported questions and never through a writer.',
      severity: 'error',
      from: { path: '^workflows/', pathNot: specs },
      to: { path: '^(api|web|projections|sdk-ingest)/', pathNot: '^projections/src/queries\\.ts$' },
    },
    {
      name: 'api-asks-through-queries',
      comment: 'The API asks tables by their exported questions and never touches a writer.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: specs },
      to: { path: '^projections/', pathNot: '^projections/src/queries\\.ts$' },
    },
    {
      name: 'commands-are-not-asked',
      comment:
        'Only commands need commands, apart from what registers the routes of a context, and the demo, which is made by them. What others need too is in a file of the context.',
      severity: 'error',
      from: {
        path: '^api/src/[^/]+/',
        pathNot: `^api/src/([^/]+/commands/|[^/]+/routes\\.ts|sql/sql-endpoints\\.ts|account/demo/)|${specs}`,
      },
      to: { path: '^api/src/[^/]+/commands/' },
    },
    {
      name: 'commands-ask-no-queries',
      comment:
        'What a command answers must not depend on how a screen is filled. What both need is in a file of the context.',
      severity: 'error',
      from: { path: '^api/src/[^/]+/commands/', pathNot: specs },
      to: { path: '^api/src/[^/]+/queries/' },
    },
    {
      name: 'web-sees-contract-only',
      comment: 'Whatever a browser may know is in the contract.',
      severity: 'error',
      from: { path: '^web/', pathNot: specs },
      to: { path: `${servers}|^domain/|^tests/` },
    },
    {
      name: 'web-flows-down-from-pages',
      comment: 'app → pages → features → shared, never backwards.',
      severity: 'error',
      from: { path: '^web/src/pages/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-flows-down-from-features',
      comment: 'app → pages → features → shared, never backwards.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app|pages)/' },
    },
    {
      name: 'web-flows-down-from-shared',
      comment: 'app → pages → features → shared, never backwards.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(app|pages|features)/' },
    },
    {
      name: 'features-do-not-cross',
      comment: 'A feature shows others its index.ts and nothing else.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+/[^/]+)/' },
      to: { path: '^web/src/features/[^/]+/[^/]+/', pathNot: '^web/src/features/($1/|[^/]+/[^/]+/index\\.ts$)' },
    },
    {
      name: 'entries-only',
      comment: 'Workspaces meet at the entries their package.json exports.',
      severity: 'error',
      from: { path: '^(sdk-ingest|api/src|api/contract|projections|workflows|infra|web)/', pathNot: specs },
      to: {
        path: '^(domain/src|infra/adapters/src|infra/engines/temporal/src|projections/src|workflows/src|api/contract/src|sdk-ingest/src)/',
        pathNot:
          '^(domain/src/index\\.ts|infra/(adapters|engines/temporal)/src/index\\.ts|projections/src/(index|queries)\\.ts|workflows/src/(index|pulls/load-days/load-organization)\\.ts|api/contract/src/(index|calendar|money|sheet|[a-z-]+/(alerts|apple-ads|automation|custom-rule|labels|outbox|past-view|report-schedules|sdk-versions|sql-page|suggestions|today|usage)\\.contract)\\.ts|sdk-ingest/src/(app|remap-notifications)\\.ts)$',
        dependencyTypesNot: ['local'],
      },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other, be it for a type, are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-are-leaves',
      comment: 'Nothing that runs may depend on what tests it.',
      severity: 'error',
      from: { pathNot: `^tests/|${specs}` },
      to: { path: `^tests/|${specs}` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
