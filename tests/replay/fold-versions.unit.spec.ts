import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serializeState } from '@tapwise/adapters';
import {
  alertStreamPrefixes,
  automationStreamPrefixes,
  type Creations,
  type CreativesEvent,
  createAlerts,
  createAutomations,
  createCustomAutomations,
  createDeliveryWork,
  createDirectory,
  createRateBook,
  createReportSchedules,
  creationStreamPrefixes,
  creativesDecider,
  creativesStreamPrefix,
  customAutomationStreamPrefixes,
  type DomainEvent,
  deliveryStreamPrefixes,
  directoryStreamPrefixes,
  eventCatalogue,
  evolveAlerts,
  evolveAutomations,
  evolveCreations,
  evolveCustomAutomations,
  evolveDeliveryWork,
  evolveDirectory,
  evolveRateBook,
  evolveReportSchedules,
  exchangeRatesPrefix,
  foldVersions,
  parseDomainEvent,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';
import { describe, expect, it } from 'vitest';

const examples = join(import.meta.dirname, 'recorded-events');
const states = join(import.meta.dirname, 'fold-versions');

interface Example {
  readonly name: string;
  readonly stream: string;
  readonly event: DomainEvent;
}

/** Where in the log an event of a fold is. */
interface Location {
  readonly position: bigint;
  readonly revision: bigint;
}

/** Folds events into a new state. */
type Fold = (events: readonly DomainEvent[]) => unknown;

const foldInto =
  <State>(create: () => State, evolve: (state: State, event: DomainEvent, location: Location) => unknown): Fold =>
  (events) => {
    const state = create();
    for (const [index, event] of events.entries())
      evolve(state, event, { position: BigInt(1000 + index), revision: BigInt(index) });
    return state;
  };

interface PinnedFold {
  readonly fold: Fold;
  readonly streamPrefixes: readonly string[];
  /** Events that the others follow on. */
  readonly base: readonly DomainEvent['type'][];
}

const folds: Readonly<Record<keyof typeof foldVersions, PinnedFold>> = {
  directory: {
    fold: foldInto(
      () => createDirectory({ passwords: true }),
      (state, event, { position }) => evolveDirectory(state, event, { position }),
    ),
    streamPrefixes: directoryStreamPrefixes,
    base: [
      'EmailReserved',
      'AccountOpened',
      'TeamFounded',
      'TeamMemberJoined',
      'SessionOpened',
      'ApplicationCreated',
      'AdsAccountNameSubmitted',
      'AdOrganizationLinked',
      'CheckoutStarted',
    ],
  },
  creations: {
    fold: foldInto((): Creations => new Map(), evolveCreations),
    streamPrefixes: creationStreamPrefixes,
    base: ['CreationRequested'],
  },
  creatives: {
    fold: (events) =>
      events.reduce(
        (state, event) => creativesDecider.evolve(state, event as CreativesEvent),
        creativesDecider.initialState(),
      ),
    streamPrefixes: [creativesStreamPrefix],
    base: [],
  },
  automations: {
    fold: foldInto(createAutomations, (state, event, { position }) => evolveAutomations(state, event, position)),
    streamPrefixes: automationStreamPrefixes,
    base: ['AutomationCreated', 'AutomationRunStarted'],
  },
  customAutomations: {
    fold: foldInto(createCustomAutomations, (state, event, { position }) =>
      evolveCustomAutomations(state, event, position),
    ),
    streamPrefixes: customAutomationStreamPrefixes,
    base: ['CustomRuleCreated', 'CustomRuleRunStarted'],
  },
  alerts: {
    fold: foldInto(createAlerts, (state, event, { position }) => evolveAlerts(state, event, position)),
    streamPrefixes: alertStreamPrefixes,
    base: ['AlertUnitsEvaluated', 'AlertFired', 'AlertChannelAdded', 'AlertMessageClaimed'],
  },
  deliveries: {
    fold: foldInto(createDeliveryWork, evolveDeliveryWork),
    streamPrefixes: deliveryStreamPrefixes,
    base: ['WebhooksQueued'],
  },
  exchangeRates: {
    fold: foldInto(createRateBook, evolveRateBook),
    streamPrefixes: [exchangeRatesPrefix],
    base: ['ExchangeRatesPublished'],
  },
  reportSchedules: {
    fold: foldInto(createReportSchedules, (state, event, { position }) =>
      evolveReportSchedules(state, event, position),
    ),
    streamPrefixes: reportScheduleStreamPrefixes,
    base: ['ReportScheduleCreated', 'ReportRecipientAdded', 'ReportSendDue'],
  },
};

/** Ids that examples are given in common, so that what one is about exists in the state. */
const isId = (key: string): boolean => key.endsWith('_id') || ['token_hash', 'email_hash', 'day'].includes(key);

function readExamples(): Example[] {
  const ids = new Map<string, unknown>();
  return readdirSync(examples)
    .toSorted()
    .flatMap((file) => {
      const { type, version, data } = JSON.parse(readFileSync(join(examples, file), 'utf8')) as {
        type: string;
        version: number;
        data: Record<string, unknown>;
      };
      const event = parseDomainEvent(type, data, version);
      const stream = eventCatalogue.find((definition) => definition.type === type)?.stream;
      if (event === undefined || stream === undefined) return [];
      const entries = Object.entries(event.data).map(([key, value]) => {
        if (!isId(key) || value === null) return [key, value];
        if (!ids.has(key)) ids.set(key, value);
        return [key, ids.get(key)];
      });
      return [
        { name: `${type}.v${version}`, stream, event: { type, data: Object.fromEntries(entries) } as DomainEvent },
      ];
    });
}

const all = readExamples();
const eventOf = (type: string): DomainEvent => {
  const example = all.findLast(({ event }) => event.type === type);
  if (example === undefined) throw new Error(`There is no example of ${type}`);
  return example.event;
};
const digest = (state: unknown): string =>
  createHash('sha256').update(serializeState(state)).digest('hex').slice(0, 16);

describe.each(Object.entries(folds))('the fold of %s', (name, { fold, streamPrefixes, base }) => {
  it('makes of each event what snapshots of its version hold; where it does not, raise the version in foldVersions', async () => {
    const before = base.map(eventOf);
    const ofFold = all.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
    const digests = ofFold.map((example) => [example.name, digest(fold([...before, example.event]))]);
    const pinned = { version: foldVersions[name as keyof typeof foldVersions], states: Object.fromEntries(digests) };
    await expect(`${JSON.stringify(pinned, undefined, 2)}\n`).toMatchFileSnapshot(join(states, `${name}.json`));
  });

  it('depends on most of its events', () => {
    const before = base.map(eventOf);
    const ofFold = all.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
    const unchanged = digest(fold([...before, eventOf('InstallReported')]));
    const changing = ofFold.filter(({ event }) => digest(fold([...before, event])) !== unchanged);
    expect(changing.length).toBeGreaterThan(ofFold.length / 2);
  });
});
