import {
  createDirectory,
  createReportSchedules,
  type DomainEvent,
  type ExistingReportSchedule,
  evolveDirectory,
  type ReportRecipient,
  readReportDefinition,
} from '@tapwise/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseRecipients } from './choose-recipients.ts';
import type { SendSubject } from './send-context.ts';

const at = '2026-11-23T10:00:00.000Z';
/** Members of the team; account 99 is of another one. */
const members = [7, 8, 9];
const stranger = 99;

const opened = (account_id: number, team_id: number): DomainEvent => ({
  type: 'AccountOpened',
  data: {
    account_id,
    team_id,
    name: 'v1.a',
    email: 'v1.b',
    email_hash: `mail ${account_id}`,
    password_hash: 'argon',
    demo: false,
    founded_team: null,
  },
});
const joined = (account_id: number, team_id: number): DomainEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id, account_id, access: account_id === 9 ? 'restricted' : 'member', token_hash: null, joined_at: at },
});
const founded = (team_id: number): DomainEvent => ({
  type: 'TeamFounded',
  data: { team_id, name: 'v1.c', founded_at: at, trial_expires_at: at, demo: false },
});

const directory = createDirectory();
const world = [
  founded(70),
  founded(71),
  ...members.flatMap((id) => [opened(id, 70), joined(id, 70)]),
  opened(stranger, 71),
  joined(stranger, 71),
];
world.forEach((event, index) => {
  evolveDirectory(directory, event, { position: BigInt(index) });
});

const { report } = readReportDefinition(
  {
    name: 'Weekly',
    view: { call: 'campaigns', columns: ['spend'] },
    scope: { asa_organization_id: 40 },
    range: 'last7',
    cadence: { every: 'day', time: '09:00' },
    recipients: [{ account_id: 7 }],
  },
  () => 'UTC',
);

function subjectWith(recipients: readonly ReportRecipient[]): Pick<SendSubject, 'schedule' | 'send'> {
  const ids = { schedule_id: 3, application_id: 5, team_id: 70 };
  const times = { created_by: 7, created_at: at, changed_by: 7, changed_at: at, slots_since: at };
  const schedule: ExistingReportSchedule = { ...ids, ...times, report, status: 'active', recipients };
  const due = {
    send_id: '00000000-0000-4000-8000-000000000002',
    schedule_id: 3,
    application_id: 5,
    kind: 'scheduled' as const,
    slot: '2026-11-23T09:00',
    due_at: at,
    latest_at: at,
    report,
    from: '2026-11-16',
    to: '2026-11-22',
    only_account: null,
    requested_by: null,
    of_send_id: null,
    recorded_at: at,
  };
  return { schedule, send: { due, made: null, claimed: null, ended: null } };
}

const states = fc.constantFrom('confirmed', 'pending', 'unsubscribed', 'bad' as const);
const recipient = fc.record({
  account_id: fc.constantFrom(null, ...members, stranger),
  address: fc.integer({ min: 0, max: 400 }),
  state: states,
  listed: fc.boolean(),
});

it('a mail goes to each listed, confirmed recipient that is vouched for or of the team, and to no other', () => {
  const lists = fc.uniqueArray(recipient, {
    maxLength: 250,
    selector: ({ account_id, address }) => account_id ?? `address ${address}`,
  });
  fc.assert(
    fc.property(lists, fc.boolean(), (list, isVouchedFor) => {
      const recipients = list.map(({ account_id, address, state, listed }): ReportRecipient => {
        const recipient_id = account_id === null ? `address-${address}` : `account-${account_id}`;
        const outside = account_id === null ? 'v1.report.x' : null;
        const request = { request_id: null, expires_at: null, asked: [] };
        return { recipient_id, account_id, address: outside, state, listed, ...request };
      });
      const deps = {
        directory: { state: directory },
        schedules: { state: createReportSchedules() },
        now: () => new Date(at),
      };
      const { mails, left_out } = chooseRecipients(deps, subjectWith(recipients), isVouchedFor);
      const chosen = mails.map(({ recipient_id }) => recipient_id);
      const named = [...chosen, ...left_out.map(({ recipient_id }) => recipient_id)];
      const listed = recipients.filter((candidate) => candidate.listed);
      expect(named.sort()).toEqual(listed.map(({ recipient_id }) => recipient_id).sort());
      const allowed = listed.filter(
        ({ state, account_id }) =>
          state === 'confirmed' && (account_id === null ? isVouchedFor : members.includes(account_id)),
      );
      const outside = allowed.filter(({ account_id }) => account_id === null).slice(200);
      const expected = allowed.filter((candidate) => !outside.includes(candidate));
      expect(chosen).toEqual(expected.map(({ recipient_id }) => recipient_id));
      expect(mails.find(({ recipient_id }) => recipient_id === 'account-9')?.variant ?? 'restricted').toBe(
        'restricted',
      );
    }),
    { numRuns: 200 },
  );
});
