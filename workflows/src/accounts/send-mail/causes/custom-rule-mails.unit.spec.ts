import {
  createCustomAutomations,
  createDirectory,
  type DomainEvent,
  evolveCustomAutomations,
  evolveDirectory,
} from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { customRuleMails } from './custom-rule-mails.ts';

const automation_id = 5;
const application_id = 3;
const change_id = '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01';
const at = '2026-11-23T10:00:00.000Z';
/** Past midnight in Berlin. */
const late = '2026-11-23T23:30:00.000Z';
const maker = 7;
const colleague = 8;
const stranger = 99;

const joined = (account_id: number): DomainEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 70, account_id, access: 'member', token_hash: null, joined_at: at },
});
const rule = { level: 'keyword', cases: [] } as never;
const wish = (changed_by: number): DomainEvent => ({
  type: 'CustomRuleNoticesChanged',
  data: { automation_id, change_id, changed_by, changed_at: at, receive_notifications: true },
});
const world: readonly DomainEvent[] = [
  { type: 'TeamFounded', data: { team_id: 70, name: 'c', founded_at: at, trial_expires_at: at, demo: false } },
  joined(maker),
  joined(colleague),
  {
    type: 'ApplicationCreated',
    data: {
      application_id,
      account_id: maker,
      team_id: 70,
      name: 'Calm',
      url: 'id42',
      adam_id: 42,
      api_key: 'key',
      currency: 'USD',
      small_business: false,
      created_at: at,
    },
  },
  {
    type: 'AdOrganizationLinked',
    data: {
      application_id,
      org_id: 40,
      name: 'Berlin',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      account_name: 'Berlin',
      payment_model: 'PAYG',
      linked_at: at,
    },
  },
  {
    type: 'CustomRuleCreated',
    data: {
      automation_id,
      change_id,
      application_id,
      name: 'Waste',
      rule,
      apply_to: { 40: 'all' },
      mode: 'live',
      status: 'active',
      created_by: maker,
      created_at: at,
    },
  },
];
const paused = (changed_by: number | null, message: string | null, changed_at = at): DomainEvent => ({
  type: 'CustomRulePaused',
  data: { automation_id, change_id, changed_by, changed_at, message },
});
const heldText = 'Would change 61 of 74 keywords, more than 50 %. Look at it first.';
const ended = (state: 'done' | 'held', ended_at = at): DomainEvent => ({
  type: 'CustomRuleRunEnded',
  data: {
    automation_id,
    application_id,
    org_id: 40,
    slot: '2026-11-23T09',
    run_id: change_id,
    state,
    change_ids: [],
    counts: { checked: 74, acted: 61, no_match: 13, no_data: 0, on_hold: 0, skipped: 0, limited: 0, failed: 0 },
    message: state === 'held' ? heldText : null,
    breaks: false,
    ended_at,
  },
});

/** Mails that the last of the events is the cause of. */
function mailsOf(...events: readonly DomainEvent[]) {
  const directory = createDirectory();
  const customRules = createCustomAutomations();
  for (const account_id of [maker, colleague]) {
    directory.accounts.set(account_id, { account_id, team_id: 70 } as never);
  }
  for (const [index, event] of [...world, ...events].entries()) {
    evolveDirectory(directory, event, { position: BigInt(index) });
    evolveCustomAutomations(customRules, event, BigInt(index));
  }
  const last = events.at(-1) as DomainEvent;
  return customRuleMails({ event: last }, { directory, customRules });
}
const keysOf = (...events: readonly DomainEvent[]) => mailsOf(...events).map(({ key }) => key);

describe('mails about rules that people write', () => {
  it('say that a run is held, to those who want it and are in the team', () => {
    const mails = mailsOf(wish(colleague), wish(stranger), ended('held'));
    expect(mails.map(({ to }) => to)).toEqual([{ accountId: maker }, { accountId: colleague }]);
    expect(mails[0]).toEqual({
      kind: 'automation-trouble',
      key: 'automation-trouble|5|7|2026-11-23|held',
      to: { accountId: maker },
      facts: { rule: 'Waste', application: 'Calm', problem: heldText, path: '/client/automation/5?app=3' },
      requestedAt: at,
    });
    expect(mailsOf(ended('done'))).toEqual([]);
  });

  it('say that failed changes paused it, and not that a person did', () => {
    const message = 'Paused after 20 of 24 changes failed: Forbidden';
    const mails = mailsOf(paused(null, message));
    expect(mails.map(({ key, facts }) => ({ key, problem: facts?.problem }))).toEqual([
      { key: 'automation-trouble|5|7|2026-11-23|paused', problem: message },
    ]);
    expect(mailsOf(paused(maker, null))).toEqual([]);
    expect(mailsOf(paused(maker, 'Out of season'))).toEqual([]);
  });

  it('are asked for once a day of the ad organization', () => {
    expect(keysOf(ended('held'))).toEqual(keysOf(ended('held', '2026-11-23T15:00:00.000Z')));
    expect(keysOf(ended('held', late))).toEqual(['automation-trouble|5|7|2026-11-24|held']);
  });

  it('end with the rule', () => {
    const deleted: DomainEvent = {
      type: 'CustomRuleDeleted',
      data: { automation_id, change_id, changed_by: maker, changed_at: at },
    };
    expect(mailsOf(deleted, ended('held'))).toEqual([]);
  });
});
