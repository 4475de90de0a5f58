import { expect, it } from 'vitest';
import { dueReport } from '../scheduled-report.fixture.ts';
import { abandonSend, requireReport } from './report-send.decider.ts';
import { reportSendEvents } from './report-send.events.ts';
import { reportSendDecider } from './report-send.state.ts';

const at = '2026-11-03T09:00:00.000Z';

it('ends a send also for a reason that is longer than the log takes', () => {
  const waiting = requireReport({ due: null }, dueReport(at)).reduce(
    reportSendDecider.evolve,
    reportSendDecider.initialState(),
  );
  const [ended] = abandonSend(waiting, { state: 'failed', reason: 'The file could not be made. '.repeat(20) }, at);
  const schema = reportSendEvents.find(({ type }) => type === ended?.type)?.schema;
  expect(schema?.safeParse(ended?.data).success).toBe(true);
});
