import type { RecordedEvent } from '@tapwise/adapters';
import { readUnits, recordUnits } from '@tapwise/domain';

/** An event of a run with no more than later runs depend on: without tests, and of thousands of verdicts those few that are remembered. */
export function rememberedEvent(recorded: RecordedEvent): RecordedEvent {
  const { event } = recorded;
  switch (event.type) {
    case 'CustomRuleVerdictsDecided':
    case 'CustomRuleVerdictsSuggested': {
      const units = readUnits(event.data).filter(
        ({ verdict, reason }) => verdict === 'acted' || reason === 'oscillating',
      );
      return { ...recorded, event: { ...event, data: { ...event.data, ...recordUnits(units), tests: [] } } };
    }
    default:
      return recorded;
  }
}
