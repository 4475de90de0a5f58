import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, handleCommand, type StreamDecider } from '@tapwise/adapters';
import {
  addDays,
  adOrganizationDecider,
  adOrganizationStream,
  adsPullDecider,
  adsPullStream,
  adsReportDecider,
  adsReportStream,
  applicationDecider,
  applicationStream,
  campaignDecider,
  campaignStream,
  claimAdOrganization,
  completePull,
  type Day,
  type DomainEvent,
  dayNumber,
  daysOfRange,
  diffAdGroups,
  diffCampaign,
  diffKeywords,
  diffReportRows,
  linkAdOrganization,
  utcDayOf,
} from '@tapwise/domain';
import { z } from 'zod';
import {
  adGroupsOf,
  campaignIds,
  campaignOf,
  currency,
  figuresOf,
  keywordCount,
  keywordsOf,
  orgId,
} from './big-account.ts';
import { applicationOf, enterWithApplication, signIn } from './people.ts';
import { call, type Person, type Shape } from './target.ts';

const days = 5;
const adamId = 1599000004;
const person: Person = { name: 'Bea Big', email: 'big@seed.tapwise.example', password: 'twenty thousand words' };
const app = { name: 'Twenty thousand', url: `https://apps.apple.com/app/id${adamId}` };
const betweenLooksMs = 1000;

const reportSchema = z.object({ rows: z.array(z.object({ id: z.number() })) });

/** A team with 20,000 keywords in ten campaigns and five days of figures, by the events that pulls of them would record. */
export const big: Shape = {
  planned: [
    `team of ${person.name} (${person.email}) with the app ${app.name}`,
    `ad organization ${orgId} with ${campaignIds.length} campaigns and ${keywordCount} keywords, and ${days} days of figures`,
  ],
  person,
  path: '/client/reports',
  make: async (target) => {
    const { application, session } = await enterWithApplication(target, person, app);
    const pull = { ...target, applicationId: application.id, at: new Date(target.now).toISOString() };
    await link(pull, session.account.team_id);
    for (const campaignId of campaignIds) await observe(pull, campaignId);
    for (const day of daysUntil(target.now)) await report(pull, day);
    await complete(pull);
  },
  verify: async (target) => {
    const { id, asaOrganizations } = await applicationOf(target, person);
    if (!asaOrganizations.some(({ organization_id }) => organization_id === orgId))
      throw new Error('Read back: the organization is not linked');
    const { token } = await signIn(target, person);
    const to = utcDayOf(target.now);
    const parameters = { token, application_id: id, asa_organization_id: orgId, from: addDays(to, 1 - days), to };
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    for (const deadline = Date.now() + target.patienceMs; ; await pause(betweenLooksMs)) {
      const { rows } = reportSchema.parse(await call(`${target.url}/api/asa/campaigns?${query}`));
      const missing = campaignIds.filter((campaignId) => !rows.some((row) => row.id === campaignId));
      if (missing.length === 0) return;
      if (Date.now() > deadline) throw new Error(`Read back: ${missing.length} campaigns are not in the report`);
    }
  },
};

interface Pull {
  readonly log: EventLog;
  readonly now: number;
  readonly applicationId: number;
  readonly at: string;
}

const daysUntil = (now: number): Day[] => daysOfRange(addDays(utcDayOf(now), 1 - days), utcDayOf(now));

async function link(pull: Pull, team_id: number): Promise<void> {
  const { applicationId, at } = pull;
  await append(pull, adOrganizationStream(orgId), adOrganizationDecider, (state) =>
    claimAdOrganization(state, { org_id: orgId, team_id, claimed_at: at }),
  );
  const name = 'Organization of the seed';
  const organization = { org_id: orgId, name, account_name: name, currency, time_zone: 'UTC', payment_model: null };
  await append(pull, applicationStream(applicationId), applicationDecider, (state) =>
    linkAdOrganization(state, { ...organization, linked_at: at }),
  );
}

/** Settings of a campaign, and of all below it. */
async function observe(pull: Pull, campaign_id: number): Promise<void> {
  const scope = { org_id: orgId, campaign_id, observed_at: pull.at };
  await append(pull, campaignStream(campaign_id), campaignDecider, (state) => [
    ...diffCampaign(state, scope, campaignOf(campaign_id, adamId)),
    ...diffAdGroups(state, scope, adGroupsOf(campaign_id)),
    ...diffKeywords(state, scope, keywordsOf(campaign_id)),
  ]);
}

/** Figures of one day, campaign by campaign: an append of all would be larger than the log takes. */
async function report({ applicationId, ...pull }: Pull, day: Day): Promise<void> {
  const stream = adsReportStream(applicationId, orgId, day);
  for (const campaign_id of campaignIds) {
    const scope = { application_id: applicationId, org_id: orgId, campaign_id, day, currency, pulled_at: pull.at };
    for (const level of ['campaign', 'ad_group', 'keyword'] as const) {
      const rows = figuresOf(campaign_id, level, dayNumber(day));
      await append(pull, stream, adsReportDecider, (state) => diffReportRows(state, { ...scope, level }, rows));
    }
  }
}

async function complete(pull: Pull): Promise<void> {
  const { applicationId: application_id, at: pulled_at, now } = pull;
  const [from_day = utcDayOf(now)] = daysUntil(now);
  await append(pull, adsPullStream(application_id, orgId), adsPullDecider, (state) =>
    completePull(state, { application_id, org_id: orgId, pulled_at, from_day, to_day: utcDayOf(now) }),
  );
}

/** Appends what is missing: a second run decides on what the first has recorded. */
async function append<State, E extends DomainEvent>(
  { log }: Pick<Pull, 'log'>,
  stream: string,
  decider: StreamDecider<State, E>,
  decide: (state: State) => readonly E[],
): Promise<void> {
  const context = { actor: { kind: 'operator', id: 'seed-command' } } as const;
  await handleCommand(log, { stream, decider, decide, cause: randomUUID(), context });
}
