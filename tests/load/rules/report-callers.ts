import { openClickHouse } from '@tapwise/adapters';
import { addDays } from '@tapwise/domain';
import { campaignReport, type ReportQuestion } from '@tapwise/projections/queries';

/**
 * Four callers ask for the campaigns of 90 days, as often as they are answered, until a line on its input ends this process;
 * then it prints their waiting times as JSON, in milliseconds. Usage: `report-callers.ts <tables> <application> <organization> <campaigns>`.
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
let going = true;
const waits: number[] = [];
process.stdin.once('data', () => {
  going = false;
});
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (going) {
      const began = performance.now();
      await campaignReport(client, question);
      waits.push(performance.now() - began);
    }
  }),
);
console.log(JSON.stringify(waits));
await client.close();
process.exit();
