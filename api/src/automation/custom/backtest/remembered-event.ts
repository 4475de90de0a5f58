import type { RecordedEvent } from '@tapwise/adapters';

/** An event of a run with no more than later runs depend on: without tests, and of thousands of verdicts those few that are remembered. */
export function rememberedEvent(recorded: RecordedEvent): RecordedEvent {
  const { event } = recorded;
  switch (event.type) {
    case 'CustomRuleVerdictsDecided':
    case 'CustomRuleVerdictsSuggested': {
      const verdicts = event.data.verdicts.filter(
        ({ verdict, reason }) => verdict === 'acted' || reason === 'oscillating',
      );
      return { ...recorded, event: { ...event, data: { ...event.data, verdicts, tests: [] } } };
    }
    default:
      return recorded;
  }
}
