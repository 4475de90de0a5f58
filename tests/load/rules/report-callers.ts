import { once } from 'node:events';
import { openClickHouse } from '@tapwise/adapters';
import { addDays } from '@tapwise/domain';
import { campaignReport, type ReportQuestion } from '@tapwise/projections/queries';

/**
 * Four callers ask for the campaigns of 90 days, as often as they are answered, between two messages to this process. The answer to the
 * first one says that all have been answered once: that reads what later answers remember, and runs code that is not compiled yet, so it is
 * not counted. The answer to the second one has their waiting times in milliseconds, and ends this process. Usage:
 * `report-callers.ts <tables> <application> <organization> <campaigns>`.
 */
const [url = '', ...ids] = process.argv.slice(2);
const [applicationId = 0, orgId = 0, campaigns = 0] = ids.map(Number);
const callers = 4;
const client = openClickHouse(url);
const today = new Date().toISOString().slice(0, 10);
const question: ReportQuestion = {
  scope: {
    applicationId,
    adamId: 1_500_000_001,
    orgId,
    orgCurrency: 'USD',
    timeZone: 'UTC',
    currency: 'USD',
    smallBusiness: false,
    linkedOrgIds: [orgId],
  },
  from: addDays(today, -89),
  to: today,
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date(),
  campaignId: 0,
  adGroupId: 0,
  campaignIds: Array.from({ length: campaigns }, (_, index) => applicationId * 1_000_000 + 1 + index),
};
const waits: number[] = [];
const allAsk = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: callers }, ask));
const reply = (message: unknown): void => void process.send?.(message);

await once(process, 'message');
await allAsk(() => campaignReport(client, question));
const ended = once(process, 'message');
let going = true;
void ended.then(() => {
  going = false;
});
reply('asking');
await allAsk(async () => {
  while (going) {
    const began = performance.now();
    await campaignReport(client, question);
    waits.push(performance.now() - began);
  }
});
reply(waits);
await client.close();
process.disconnect();
