import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import {
  accountStream,
  adOrganizationStream,
  adsReportStream,
  applicationStream,
  checkDomainEvent,
  type DomainEvent,
  emailReservationStream,
  exchangeRatesStream,
  followerStream,
  installStream,
  sessionStream,
  teamStream,
} from '@tapwise/domain';
import { chargeOf, type StreamOfEvents } from './charges.ts';

/** What a log of some years holds of each kind, as shares that do not grow with its length, and as counts that hardly do. */
const accounts = 1000;
const sessionsOfEach = 10;
const applications = 200;
const rateDays = 500;
const reportsOfDay = 100;
const installShare = 0.2;
/** Charges, and of each a delivery to the customer's endpoint: four events. */
const chargeShare = 0.4;
const appendsAtOnce = 128;
/** What a worker that ran until now has recorded: it followed all of it. */
const followers = ['requests', 'mail-causes', 'queued-webhooks', 'settled-deliveries'];
const first = Date.parse('2025-01-01T00:00:00.000Z');
const dayMs = 86_400_000;

const at = (ms: number): string => new Date(first + ms).toISOString();
const dayAt = (day: number): string => at(day * dayMs).slice(0, 10);

/** Appends so many events of the usual kinds. @returns how many it were. */
export async function fillLog(url: string, wanted: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  let count = 0;
  let last = 0n;
  const chains = chainsOf(wanted);
  const writer = async (): Promise<void> => {
    // All writers draw from the same generator.
    for (const chain of chains) {
      for (const { stream, events } of chain) {
        const { position } = await client.appendToStream(stream, events.map(inPresentForm) as never);
        count += events.length;
        if (position !== undefined && position.commit > last) last = position.commit;
      }
    }
  };
  await Promise.all(Array.from({ length: appendsAtOnce }, writer));
  for (const name of followers) {
    const event: DomainEvent = { type: 'FollowerAdvanced', data: { name, position: String(last), epoch: 1 } };
    await client.appendToStream(followerStream(name), [inPresentForm(event)] as never);
  }
  await client.dispose();
  return count;
}

function inPresentForm(event: DomainEvent) {
  return jsonEvent({ ...event, metadata: { version: checkDomainEvent(event)?.version } });
}

/** Appends that follow one another. */
function* chainsOf(wanted: number): Generator<readonly StreamOfEvents[]> {
  let left = wanted;
  for (const batch of whoIsWho()) {
    left -= batch.events.length;
    yield [batch];
  }
  // Two events each.
  const installs = Math.floor((left * installShare) / 2);
  for (let install = 0; install < installs; install += 1) yield [installOf(install)];
  const charges = Math.floor((left * chargeShare) / 4);
  for (let charge = 0; charge < charges; charge += 1) {
    const applicationId = 1 + (charge % applications);
    const sequence = 1 + Math.floor(charge / applications);
    yield chargeOf(applicationId, { number: charge, sequence, when: at((charge % rateDays) * dayMs) });
  }
  left -= installs * 2 + charges * 4;
  for (let report = 0; left > 0; report += 1) {
    const batch = reportsOf(report, Math.min(left, reportsOfDay));
    left -= batch.events.length;
    yield [batch];
  }
}

function* whoIsWho(): Generator<StreamOfEvents> {
  for (let id = 1; id <= accounts; id += 1) yield* accountOf(id);
  for (let id = 1; id <= applications; id += 1) yield* applicationOf(id);
  for (let day = 0; day < rateDays; day += 1) {
    const data = { day: dayAt(day), rates: { USD: 1.1, GBP: 0.85 }, fetched_at: at(day * dayMs) };
    yield { stream: exchangeRatesStream(dayAt(day)), events: [{ type: 'ExchangeRatesPublished', data }] };
  }
}

function* accountOf(account_id: number): Generator<StreamOfEvents> {
  const email_hash = `hash-of-address-${account_id}`.padEnd(64, '0');
  const reserved = { type: 'EmailReserved', data: { email_hash, account_id } } as const;
  yield { stream: emailReservationStream(email_hash), events: [reserved] };
  const cipher = `v1.account-${account_id}.${'x'.repeat(60)}`;
  const opened: DomainEvent = {
    type: 'AccountOpened',
    data: {
      account_id,
      team_id: account_id,
      name: cipher,
      email: cipher,
      email_hash,
      password_hash: 'p'.repeat(97),
      demo: false,
      founded_team: null,
    },
  };
  yield { stream: accountStream(account_id), events: [opened] };
  const team = { team_id: account_id, name: cipher, founded_at: at(0), trial_expires_at: at(30 * dayMs), demo: false };
  const joined = { team_id: account_id, account_id, access: 'admin' as const, token_hash: null, joined_at: at(0) };
  yield {
    stream: teamStream(account_id),
    events: [
      { type: 'TeamFounded', data: team },
      { type: 'TeamMemberJoined', data: joined },
    ],
  };
  for (let number = 0; number < sessionsOfEach; number += 1) {
    const token_hash = `hash-of-token-${account_id}-${number}`.padEnd(64, '0');
    const data = { token_hash, account_id, opened_at: at(0), expires_at: at(30 * dayMs), client: null };
    yield { stream: sessionStream(token_hash), events: [{ type: 'SessionOpened', data }] };
  }
}

function* applicationOf(application_id: number): Generator<StreamOfEvents> {
  const org_id = 40_000_000 + application_id;
  const account_id = application_id;
  const name = `Organization ${org_id}`;
  const claimed = { org_id, team_id: account_id, claimed_at: at(0) };
  yield { stream: adOrganizationStream(org_id), events: [{ type: 'AdOrganizationClaimed', data: claimed }] };
  const created = {
    application_id,
    account_id,
    team_id: account_id,
    name: `App ${application_id}`,
    currency: 'USD',
    url: `https://apps.apple.com/app/id${1_500_000_000 + application_id}`,
    adam_id: 1_500_000_000 + application_id,
    api_key: `key-${application_id}`,
    small_business: false,
    created_at: at(0),
  };
  const linked = {
    application_id,
    org_id,
    name,
    account_name: name,
    currency: 'USD',
    time_zone: 'UTC',
    payment_model: null,
    linked_at: at(0),
  };
  yield {
    stream: applicationStream(application_id),
    events: [
      { type: 'ApplicationCreated', data: created },
      { type: 'AdsAccountNameSubmitted', data: { application_id, asa_account_name: name, submitted_at: at(0) } },
      { type: 'AdOrganizationLinked', data: linked },
    ],
  };
}

function installOf(number: number): StreamOfEvents {
  const application_id = 1 + (number % applications);
  const install_id = `install-${number}`;
  const identity = { application_id, install_id };
  const when = at((number % rateDays) * dayMs);
  const device = { sdk_version: '1.4.0', app_version: '3.2.1', os_version: '26.1', device_class: 'iphone' as const };
  const ids = {
    org_id: 40_000_000 + application_id,
    campaign_id: 7000 + application_id,
    ad_group_id: 71,
    keyword_id: 72,
  };
  const names = { campaign_name: 'Brand', ad_group_name: 'brand', keyword_name: 'sleep', ad_id: null };
  const attribution = { ...ids, ...names, custom_product_page: null, country: 'US', claim_type: 'click' as const };
  return {
    stream: installStream(application_id, install_id),
    events: [
      {
        type: 'InstallReported',
        data: {
          ...identity,
          first_launch_at: when,
          received_at: when,
          attribution_token: null,
          ...device,
          locale: 'en_US',
        },
      },
      {
        type: 'InstallAttributed',
        data: { ...identity, attribution, conversion_type: null, decided_at: when, answered: true },
      },
    ],
  };
}

function reportsOf(number: number, count: number): StreamOfEvents {
  const application_id = 1 + (number % applications);
  const day = dayAt(Math.floor(number / applications));
  const org_id = 40_000_000 + application_id;
  const rows = Array.from({ length: 3 }, (_, index) => ({
    ad_group_id: 71,
    keyword_id: 72 + index,
    country: 'US',
    impressions: 100,
    taps: 10,
    tap_installs: 5,
    view_installs: 0,
    spend_micros: 12_000_000,
  }));
  const common = { application_id, org_id, level: 'keyword' as const, day, currency: 'USD', pulled_at: at(number) };
  return {
    stream: adsReportStream(application_id, org_id, day),
    events: Array.from({ length: count }, (_, index) => ({
      type: 'AdsReportRowsRecorded' as const,
      data: { ...common, campaign_id: 7000 + application_id + index, rows },
    })),
  };
}
