import { Client, Connection } from '@temporalio/client';
const client = new Client({ connection: await Connection.connect({ address: '127.0.0.1:47233' }) });
for (const id of ['pull-organization/1/40669820', 'pull-organization/1/40669830', 'pull-organization/2/40771010']) {
  const { events = [] } = await client.workflow.getHandle(id).fetchHistory() as any;
  const started = new Map<string, any>(); const names = new Map<string, string>(); const d: Record<string, number[]> = {};
  const ms = (t: any) => Number(t.seconds) * 1000 + t.nanos / 1e6;
  for (const e of events) {
    if (e.activityTaskScheduledEventAttributes) names.set(String(e.eventId), e.activityTaskScheduledEventAttributes.activityType.name);
    if (e.activityTaskStartedEventAttributes) started.set(String(e.eventId), [String(e.activityTaskStartedEventAttributes.scheduledEventId), ms(e.eventTime)]);
    if (e.activityTaskCompletedEventAttributes) { const [s, t] = started.get(String(e.activityTaskCompletedEventAttributes.startedEventId)); (d[names.get(s) ?? ''] ??= []).push(ms(e.eventTime) - t); }
  }
  for (const [k, v] of Object.entries(d)) { const last = v.slice(-40).sort((a, b) => a - b); console.log(id, k, 'n', v.length, 'median', Math.round(last[last.length >> 1] ?? 0), 'max', Math.round(last.at(-1) ?? 0), 'first', v.slice(0, 8).map(Math.round).join(' ')); }
  console.log(events.length, 'events');
}
process.exit(0);
