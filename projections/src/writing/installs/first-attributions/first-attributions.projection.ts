import { bookkeeping, type EventProjection, rowsOf, skip } from '../../runner/projection.ts';

/** First final answers to an app's SDK → one row per install. */
export const firstAttributionsProjection: EventProjection = {
  name: 'first-answers',
  version: 1,
  eventTypes: ['InstallAttributed', 'InstallFoundOrganic', 'AttributionAnswerGiven'],
  rowsIn: () => 1,
  project(recorded) {
    const { event } = recorded;
    const answered_at = answeredAt(event);
    if (answered_at === undefined) return skip('no answer to a call');
    const { application_id, install_id } = event.data as { application_id: number; install_id: string };
    const row = { application_id, install_id, answered_at, ...bookkeeping(recorded) };
    return rowsOf([{ table: 'first_answer_v1', row }]);
  },
};

/** Decisions made in the background are answered by a later call. */
function answeredAt(event: Parameters<EventProjection['project']>[0]['event']): string | undefined {
  switch (event.type) {
    case 'InstallAttributed':
    case 'InstallFoundOrganic':
      return event.data.answered ? event.data.decided_at : undefined;
    case 'AttributionAnswerGiven':
      return event.data.answered_at;
    default:
      return undefined;
  }
}
