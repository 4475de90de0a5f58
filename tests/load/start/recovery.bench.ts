import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dayInZone } from '@tapwise/domain';
import { Pool } from 'undici';
import { freezeLog } from '../../faults/frozen-log.ts';
import { persistentCaller } from '../../faults/settings-changes/persistent-caller.ts';
import { type Customer, enter, firstOrganization } from '../../support/people/customer.ts';
import { demoAnalyst } from '../../support/people/sql-analyst.ts';
import { healthy, killPart } from '../../support/product/kill-part.ts';
import { eventually, type Product, startProduct } from '../../support/product/product.ts';
import { median } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * How long the work of a part is interrupted after `kill -9`, at 100 posts a second. Prints for each part the time to the first piece
 * of its own work that was begun after the kill, and the time until the product says that everything is well. Then what posts are
 * answered while the log's process is stopped for longer than its silence is noticed, with the times as they are shipped.
 */
const perSecond = 100;
const times = Number(process.argv[2] ?? 3);
const perPost = 1000 / perSecond;
const every = { everyMs: 25, timeoutMs: 60_000 };

await printMachine();
const product = await startProduct({
  environment: { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1', AUTOMATION_SLOT_SECONDS: '86400' },
});
try {
  const customer = await enter(product.url);
  const scope = await scopeOf(customer);
  const posts = startPosts(product, scope.apiKey);
  const caller = persistentCaller(product, customer.token);
  const { rows } = await eventually(
    () => customer.report('campaigns', scope.report),
    (report) => report.rows.some(({ id, status }) => id > 0 && status === 'RUNNING'),
    { timeoutMs: 120_000 },
  );
  const campaign_id = rows.find(({ id, status }) => id > 0 && status === 'RUNNING')?.id;
  let budget = 50;

  const written = (): Promise<unknown> => posts.firstAfter(Date.now());
  const projected = async (): Promise<void> => {
    const position = await posts.firstAfter(Date.now());
    await eventually(
      () => customer.report('campaigns', scope.report),
      (report) => report.position >= position,
      every,
    );
  };
  const reported = () => eventually(() => customer.report('campaigns', scope.report), Boolean, every);
  const changed = async (): Promise<void> => {
    budget += 1;
    const body = { ...scope.base, budgets: { [String(campaign_id)]: { daily: budget } } };
    const { change_id } = await caller.write('PUT', 'campaigns_budgets', body);
    const params = { application_id: scope.base.application_id, change_id: String(change_id) };
    await eventually(
      () => caller.read('changes', params),
      ({ done }) => done === true,
      every,
    );
  };
  const created = async (): Promise<void> => {
    const request_id = randomUUID();
    const name = `Recovery ${request_id}`;
    const terms = { keywords: ['recovery'], negative_keywords: [], countries: ['US'] };
    const body = {
      ...scope.base,
      ...terms,
      name,
      daily_budget_amount: 50,
      cpt: 1,
      request_id,
      automation_enabled: false,
    };
    await eventually(
      () => caller.write('POST', 'skag_campaign', body),
      (last) => !('offset' in last),
      every,
    );
  };
  const work: [part: string, what: string, done: () => Promise<unknown>][] = [
    ['sdk-ingest', 'a post is answered', written],
    ['eventstore', 'a post is answered', written],
    ['projections', 'a post is in the tables', projected],
    ['clickhouse', 'a post is in the tables', projected],
    ['api', 'a report is answered', reported],
    ['workflows', 'a budget is changed at the ad service', changed],
    ['temporal', 'a campaign with one keyword is created', created],
  ];
  // The first ones also wait for what a new organization is read for.
  await changed();
  await created();
  for (const [part, what, done] of work) {
    const recoveries: { work: number; well: number }[] = [];
    await healthy(product);
    const began = performance.now();
    await done();
    const undisturbed = performance.now() - began;
    for (let turn = 0; turn < times; turn += 1) {
      await healthy(product);
      await pause(3000);
      recoveries.push(await recovery(part, done));
    }
    const workMs = recoveries.map((recovery) => recovery.work);
    const well = recoveries.map((recovery) => recovery.well);
    console.log(
      `${part}: ${what} ${median(workMs).toFixed(0)} ms after the kill (longest of ${times}: ${Math.max(...workMs).toFixed(0)}, aim ≤ 5000; undisturbed ${undisturbed.toFixed(0)}); everything well after ${median(well).toFixed(0)} ms`,
    );
  }
  const sent = await posts.stop();
  const analyst = await demoAnalyst(product.url, customer);
  const inTables = async () => (await analyst("SELECT count() FROM installs WHERE install_id LIKE 'recovery-%'")).text;
  await healthy(product);
  const recordedCount = Number(await eventually(inTables, (count) => Number(count) >= sent, every).catch(inTables));
  console.log(
    `${sent} installs posted amid ${times * work.length} kills: ${sent - Math.min(sent, recordedCount)} lost, ${Math.max(0, recordedCount - sent)} too many`,
  );
} finally {
  await product.stop();
}
const frozenMs = 30_000;
const frozen = await freezeLog({ connection: '', frozenMs });
const { refused, withoutRetryAfter, otherwise, longestMs, ended, repeated, notOnce } = frozen;
console.log(
  `event log silent for ${frozenMs / 1000} s: of ${frozen.posts} posts ${refused} answered 503 (${withoutRetryAfter} without Retry-After, aim 0), ${otherwise} neither recorded nor 503 (aim 0), the last after ${longestMs.toFixed(0)} ms; of ${repeated} sent again ${notOnce} not in the log once (aim 0); the process ${ended === undefined ? 'lives' : `ended with ${ended}`}`,
);
process.exit(withoutRetryAfter + otherwise + notOnce === 0 && refused > 0 && ended === undefined ? 0 : 1);

async function recovery(part: string, done: () => Promise<unknown>): Promise<{ work: number; well: number }> {
  const began = performance.now();
  const since = () => performance.now() - began;
  // What is killed last cannot have done the work: the process id is another one before anything counts as well.
  const restarted = killPart(product, part);
  const [work, well] = await Promise.all([done().then(since), restarted.then(() => healthy(product)).then(since)]);
  return { work, well };
}

async function scopeOf(customer: Customer) {
  const { application, organization } = await firstOrganization(customer);
  const base = { application_id: application.id, asa_organization_id: organization.organization_id };
  const today = dayInZone(Date.now(), organization.time_zone);
  return { base, report: { ...base, from: today, to: today }, apiKey: application.api_key ?? '' };
}

/** Posts installs without a pause until it is stopped, each again until it is answered. */
function startPosts({ ingestUrl }: Pick<Product, 'ingestUrl'>, apiKey: string) {
  const pool = new Pool(ingestUrl, { connections: 64 });
  const answered: { at: number; position: bigint }[] = [];
  const open = new Set<Promise<void>>();
  let over = false;
  const post = async (body: string): Promise<void> => {
    const at = Date.now();
    const response = await pool.request({
      method: 'POST',
      path: '/sdk/v1/attribution',
      headers: { 'content-type': 'application/json' },
      body,
      headersTimeout: 20_000,
      bodyTimeout: 20_000,
    });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`attribution answered ${response.statusCode}`);
    answered.push({ at, position: BigInt(String(response.headers['x-log-position'])) });
  };
  const postUntilAnswered = async (index: number): Promise<void> => {
    const first_launch_at = new Date().toISOString();
    const install_id = `recovery-${index}`;
    const body = { api_key: apiKey, install_id, first_launch_at, attribution_token: null, device_class: 'iphone' };
    while (
      !(await post(JSON.stringify(body)).then(
        () => true,
        () => false,
      ))
    )
      await pause(100);
  };
  const sending = (async () => {
    let index = 0;
    for (; !over; index += 1) {
      const posting = postUntilAnswered(index).finally(() => open.delete(posting));
      open.add(posting);
      await pause(perPost);
    }
    return index;
  })();
  return {
    /** Resolves with the position of a post that was begun after an instant, as soon as one is answered. */
    firstAfter: async (instant: number): Promise<bigint> => {
      const findAnswered = async () => answered.findLast(({ at }) => at > instant);
      return (await eventually(findAnswered, (match) => match !== undefined, { ...every, everyMs: 5 }))?.position ?? 0n;
    },
    /** @returns how many were posted; all of them are answered. */
    stop: async () => {
      over = true;
      const sent = await sending;
      await Promise.all(open);
      await pool.close();
      return sent;
    },
  };
}
