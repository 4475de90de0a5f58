import type { Activities } from '../temporal/worker.ts';

const idle = { pause_seconds: 3600 };
const done = async () => ({ done: true }) as const;

/** Activities of every process, which have nothing to do. */
export const idleActivities: Activities = {
  readPullProgress: async () => ({ parts_loaded: 0, deep_day: null }),
  pullStructure: async () => ({ today: '2026-01-01' }),
  pullReports: async () => idle,
  areMonthsIn: async () => ({ are_in: true }),
  pullMonths: async () => ({ done: true, pause_seconds: 0 }),
  pullSearchTerms: async () => idle,
  orderShares: async () => ({ report_id: null, ...idle }),
  collectShares: async () => ({ state: 'failed', ...idle }),
  areFirstDaysIn: async () => ({ are_in: true, pause_seconds: 1 }),
  pullStoreReports: async () => idle,
  refitWhenDue: async () => ({ fitted: null, ...idle }),
  askForAttribution: async () => ({ settled: true }),
  applyChange: done,
  createCampaign: done,
  deliverWebhooks: done,
  applyChangeSet: done,
  syncCreatives: done,
  runAutomation: done,
  attemptMail: done,
  carryOutRequest: done,
  makeOrRemoveCopy: done,
  eraseWhenDue: done,
};
