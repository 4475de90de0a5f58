import { randomUUID } from 'node:crypto';
import {
  addDays,
  customRuleStream,
  customRunStream,
  type DomainEventOf,
  dayInZone,
  labelsDecider,
  labelsStream,
  readUnits,
} from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customRuleField } from '../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened } from '../../support/facts/ads-world.ts';
import { type CustomRuleProcess, openCustomRuleProcess } from '../../support/workers/custom-rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

const times = { hourMs: 3_600_000, everySeconds: undefined };
const day = (later: number): string => addDays(dayInZone(Date.now(), 'UTC'), later);
const dear = 71;
const key = '2000:2001:2002';
const always = { metric: 'cpt_bid', op: '>', value: 0 };
const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };

let world: SettingsChangeWorld;
let rules: CustomRuleProcess;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  rules = openCustomRuleProcess(world.api, times, Date.parse(`${day(0)}T00:00Z`));
});
afterAll(async () => {
  rules.stop();
  await world.stop();
});

async function ruleFor(
  automation_id: number,
  rule: object,
  mode: DomainEventOf<'CustomRuleCreated'>['data']['mode'] = 'live',
): Promise<number> {
  const data = {
    automation_id,
    change_id: randomUUID(),
    application_id: world.applicationId,
    name: `Rule ${automation_id}`,
    rule: customRuleField.parse({ level: 'keyword', ...rule }),
    apply_to: { [world.orgId]: [2000] },
    mode,
    status: 'active' as const,
    created_by: world.owner.accountId,
    created_at: `${day(-1)}T12:00:00.000Z`,
  };
  const created = { type: 'CustomRuleCreated' as const, data };
  await rules.reached(await happened(world.api, customRuleStream(automation_id), created));
  return automation_id;
}

function at(instant: string): void {
  rules.clock = Date.parse(`${instant}:00Z`);
  world.api.clock.stoppedAt = rules.clock;
}

/** What a rule decided at nine o'clock, `keyword verdict reason`. */
async function ran(automation_id: number, later: number): Promise<string[]> {
  await rules.untilDone(automation_id, world.orgId);
  const stream = customRunStream({ automation_id, org_id: world.orgId, slot: `${day(later)}T09` });
  return (await world.api.log.readStream(stream)).flatMap(({ event }) =>
    event.type === 'CustomRuleVerdictsDecided' || event.type === 'CustomRuleVerdictsSuggested'
      ? readUnits(event.data).map(({ key: unit, verdict, reason }) =>
          [unit.split(':')[2], verdict, reason].filter(Boolean).join(' '),
        )
      : [],
  );
}

async function labelChanges() {
  const events = (await world.api.log.readStream(labelsStream(world.applicationId))).map(({ event }) => event);
  return events.flatMap((event) => (event.type === 'LabelObjectsChanged' ? [event.data] : []));
}

async function labelsOfKeyword(): Promise<readonly number[]> {
  const events = (await world.api.log.readStream(labelsStream(world.applicationId))).map(({ event }) => event);
  const labelEvents = events.flatMap((event) =>
    event.type === 'LabelCreated' || event.type === 'LabelObjectsChanged' ? [event] : [],
  );
  return labelsDecider.evolveMany(labelsDecider.initialState(), labelEvents).objects.get(key) ?? [];
}

it('labels units once, which another rule then finds, and leaves alone what a person took back', async () => {
  const { applicationId: application_id, orgId, owner } = world;
  await world.campaign(2000, [
    { adGroupId: 2001, keywordId: 2002, bid: 1_000_000 },
    { adGroupId: 2001, keywordId: 2003, bid: 400_000 },
  ]);
  const created_at = `${day(-1)}T12:00:00.000Z`;
  const label = { application_id, label_id: dear, name: 'Dear', account_id: owner.accountId, created_at };
  await happened(world.api, labelsStream(application_id), { type: 'LabelCreated', data: label });
  const marks = {
    cases: [{ when: { ...always, value: 0.5 }, then: [{ do: 'label', add: dear }] }],
    guards: { cooldown_days: 1 },
  };
  const shadow = await ruleFor(300, { ...marks, priority: 300 }, 'shadow');
  const finding = { priority: 400, scope: { labels: { any: [dear] } }, cases: [{ when: always, then: [lower] }] };
  const second = await ruleFor(301, finding);
  const first = await ruleFor(302, marks);

  at(`${day(0)}T09:12`);
  expect([await ran(shadow, 0), await ran(second, 0)]).toEqual([['2002 acted', '2003 no_match'], []]);
  expect(await labelChanges()).toEqual([]);
  const { run: due } = await rules.activities.readNextCustomSlot({ automation_id: first, org_id: orgId });
  if (due === null) throw new RangeError('Nothing is due');
  await rules.activities.evaluateCustomSlot(due);
  const other = openCustomRuleProcess(world.api, times, rules.clock);
  await Promise.all([rules, other].map(({ activities }) => activities.requestCustomChanges(due)));
  other.stop();
  expect(await ran(first, 0)).toEqual(['2002 acted', '2003 no_match']);
  const changes = await labelChanges();
  expect(changes).toMatchObject([
    { label_id: dear, actor: { kind: 'rule', source: `302.1.${day(0)}T09` }, comment: 'Rule 302', undoes: null },
  ]);
  expect(changes[0]?.rows).toEqual([{ key, add: true, outcome: 'changed' }]);
  const end = rules.folded.runs.organizations.get(`302.${orgId}`)?.runs.at(-1);
  expect(end).toMatchObject({ state: 'done', change_ids: [changes[0]?.change_id], counts: { acted: 1, failed: 0 } });

  at(`${day(1)}T09:12`);
  expect(await ran(second, 1)).toEqual(['2002 acted']);
  at(`${day(1)}T10:00`);
  expect(await world.call('POST', 'undo', { change_id: changes[0]?.change_id })).toMatchObject({ status: 200 });
  expect(await labelsOfKeyword()).toEqual([]);

  at(`${day(3)}T09:12`);
  expect([await ran(second, 3), await ran(first, 3)]).toEqual([[], ['2002 skipped released', '2003 no_match']]);
  expect(await labelsOfKeyword()).toEqual([]);
});
