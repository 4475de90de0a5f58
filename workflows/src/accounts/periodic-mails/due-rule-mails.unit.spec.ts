import {
  createAutomations,
  createDirectory,
  type DomainEvent,
  type ExistingRule,
  evolveAutomations,
} from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { dueRuleMails } from './due-rule-mails.ts';

const application_id = 3;
const org_id = 9;
const team_id = 1;
const maker = 11;
const colleague = 12;
const stranger = 99;
const change_id = '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01';
const run = { application_id, org_id };

/** A team of two whose application has one organization in Berlin. */
function world(roles: readonly string[] = []) {
  const directory = createDirectory();
  const automations = createAutomations();
  const team = {
    status: 'founded',
    team_id,
    demo: false,
    trial_expires_at: '2026-12-31T00:00:00.000Z',
    stops: [],
    members: [maker, colleague].map((account_id) => ({ account_id, access: 'member' })),
  };
  directory.teams.set(team_id, team as never);
  for (const account of [maker, colleague]) directory.accounts.set(account, { account_id: account, team_id } as never);
  const organizations = [{ org_id, name: 'Berlin', currency: 'EUR', time_zone: 'Europe/Berlin' }];
  const application = { status: 'open', application_id, team_id, name: 'Moonvale', organizations };
  directory.applications.set(application_id, { ...application, organization_roles: { [org_id]: roles } } as never);
  let position = 0n;
  const happen = (...events: DomainEvent[]) => {
    for (const event of events) {
      position += 1n;
      evolveAutomations(automations, event, position);
    }
  };
  return { directory, automations, happen };
}

const made = (automation_id: number, automation_type: ExistingRule['type']): DomainEvent => ({
  type: 'AutomationCreated',
  data: {
    automation_id,
    application_id,
    org_id,
    automation_type,
    name: 'Ramp',
    apply_to: { [org_id]: [700] },
    automation_params: {},
    receive_notifications: true,
    status: 'active',
    created_by: maker,
    created_at: '2026-03-27T06:00:00.000Z',
  },
});
const wish = (automation_id: number, changed_by: number): DomainEvent => ({
  type: 'AutomationNoticesChanged',
  data: {
    automation_id,
    change_id,
    changed_by,
    changed_at: '2026-03-27T06:00:01.000Z',
    receive_notifications: true,
  },
});
const ran = (automation_id: number, at: string, counts: { raised: number }, message: string | null): DomainEvent[] => {
  const details = { ...run, run_id: `run at ${at}`, automation_id, slot: at.slice(0, 13) };
  const start = { slot_at: at, version: 1, mode: 'live' as const, currency: 'EUR', as_of: at, position: '1', units: 0 };
  const rest = { at_cap: 0, skipped: 0, failed: 0, checked: 1 };
  return [
    { type: 'AutomationRunStarted', data: { ...details, ...start, pulled_at: at, campaigns: [], asked_by: null } },
    {
      type: 'AutomationRunEnded',
      data: { ...details, state: 'done', change_ids: [], counts: { ...rest, ...counts }, message, ended_at: at },
    },
  ];
};
const keys = (facts: ReturnType<typeof world>, at: string) =>
  dueRuleMails(facts, Date.parse(at)).flatMap(({ mails }) => mails.map(({ key }) => key));

describe('mails about rules', () => {
  it('report the local day before from eight in the morning on, to those who want it', () => {
    const facts = world();
    facts.happen(made(5, 'raise_bids'), wish(5, colleague), wish(5, stranger));
    facts.happen(...ran(5, '2026-03-28T22:30:00.000Z', { raised: 1 }, null));
    expect(keys(facts, '2026-03-29T05:59:00Z')).toEqual([]);
    const due = ['automation-digest|5|11|2026-03-28', 'automation-digest|5|12|2026-03-28'];
    expect(keys(facts, '2026-03-29T06:00:00Z')).toEqual(due);
    expect(keys(facts, '2026-03-29T21:00:00Z')).toEqual(due);
  });

  it('are not sent for a day on which nothing was done', () => {
    const facts = world();
    facts.happen(made(5, 'raise_bids'), ...ran(5, '2026-03-28T08:00:00.000Z', { raised: 0 }, null));
    expect(keys(facts, '2026-03-29T07:00:00Z')).toEqual([]);
  });

  it('report new search terms at once, and once a day', () => {
    const facts = world();
    facts.happen(made(6, 'filter_skag'), ...ran(6, '2026-03-28T02:00:00.000Z', { raised: 0 }, 'No new search terms'));
    expect(keys(facts, '2026-03-28T02:01:00Z')).toEqual([]);
    facts.happen(...ran(6, '2026-03-29T02:00:00.000Z', { raised: 0 }, '4 new search terms to decide'));
    const due = ['automation-digest|6|11|2026-03-29'];
    expect(keys(facts, '2026-03-29T02:01:00Z')).toEqual(due);
    expect(keys(facts, '2026-03-29T20:00:00Z')).toEqual(due);
  });

  it('report a rule that has not run for a day, and lost access, once a day', () => {
    const facts = world();
    facts.happen(made(5, 'raise_bids'));
    expect(keys(facts, '2026-03-28T09:00:00Z')).toEqual([]);
    expect(keys(facts, '2026-03-28T10:01:00Z')).toEqual(['automation-trouble|5|11|2026-03-28']);
    const readOnly = world(['API Read Only']);
    readOnly.happen(made(5, 'raise_bids'));
    expect(keys(readOnly, '2026-03-27T07:00:00Z')).toEqual(['automation-trouble|5|11|2026-03-27']);
    const [due] = dueRuleMails(readOnly, Date.parse('2026-03-27T07:00:00Z'));
    expect(due?.mails[0]?.facts).toMatchObject({ rule: 'Ramp', application: 'Moonvale' });
    expect(String(due?.mails[0]?.facts?.problem)).toContain('read-only access to Berlin');
  });
});
