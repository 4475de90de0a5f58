import { followLog, openEventLog } from '@tapwise/infra';

const log = openEventLog(process.argv[2] ?? '');
const stop = new AbortController();
setTimeout(
  () => {
    stop.abort();
  },
  Number(process.argv[3] ?? 60) * 1000,
);
const counts: Record<string, number> = {};
let caught = false;
const t0 = Date.now();
await followLog(log, {
  after: () => undefined,
  maxBatch: 500,
  signal: stop.signal,
  onCaughtUp: () => {
    caught = true;
  },
  onBatch: (b) => {
    for (const r of b) {
      counts[r.event.type] = (counts[r.event.type] ?? 0) + 1;
      if (r.event.type === 'AdsPullCompleted' || r.event.type === 'AdOrganizationLinked')
        console.log(
          ((Date.now() - t0) / 1000).toFixed(2),
          r.recordedAt.toISOString(),
          r.stream,
          r.event.type === 'AdsPullCompleted' ? r.event.data.from_day + '..' + r.event.data.to_day : r.event.data.name,
          JSON.stringify(counts),
        );
    }
  },
});
console.log(counts);
process.exit(0);
