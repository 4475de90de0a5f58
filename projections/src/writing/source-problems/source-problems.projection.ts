import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { bookkeeping, type EventProjection, oneRow, rowsOf, skip } from '../runner/projection.ts';

/** Pulls of the ad service → what kept the last one of each subject from being whole. */
export const sourceProblemsProjection: EventProjection = {
  name: 'source-problems',
  version: 2,
  eventTypes: ['AdsPullCompleted', 'AdsPullIncomplete', 'AdsExtraPullCompleted', 'AdsExtraPullIncomplete'],
  rowsIn: oneRow,
  project(recorded: RecordedEvent) {
    const problem = problemIn(recorded.event);
    if (problem === undefined) return skip('no pull');
    return rowsOf([{ table: 'source_problem_v1', row: { ...problem, ...bookkeeping(recorded) } }]);
  },
};

function problemIn(event: DomainEvent) {
  switch (event.type) {
    case 'AdsPullCompleted':
      return solved(event.data, 'ads');
    case 'AdsExtraPullCompleted':
      return solved(event.data, event.data.subject);
    case 'AdsPullIncomplete':
      return open(event.data, 'ads');
    case 'AdsExtraPullIncomplete':
      return open(event.data, event.data.subject);
    default:
      return undefined;
  }
}

type Ids = { readonly application_id: number; readonly org_id: number };

const solved = ({ application_id, org_id, pulled_at: since }: Ids & { pulled_at: string }, subject: string) => ({
  application_id,
  org_id,
  subject,
  since,
  state: '',
  reason: '',
});

const open = (data: Ids & { state: string; reason: string; since: string }, subject: string) => {
  const { application_id, org_id, state, reason, since } = data;
  return { application_id, org_id, subject, state, reason, since };
};
