import type { Decider } from '../../../shared/decider.ts';
import type { SettingsReadingEvent } from './settings-reading.events.ts';

type Event<Type extends SettingsReadingEvent['type']> = Extract<SettingsReadingEvent, { type: Type }>;
export type SettingsQuestion = Event<'SettingsReadingRequested'>['data'];

/** What was asked for, and the answer once it is there. */
export interface SettingsReading {
  readonly question: SettingsQuestion | null;
  readonly result: Event<'SettingsRead' | 'SettingsReadingFailed'> | null;
}

export const settingsReadingPrefix = 'settingsReading-';
export const settingsReadingStream = (readingId: string): string => `${settingsReadingPrefix}${readingId}`;

/** Fold of `settingsReading-<readingId>`. */
export const settingsReadingDecider: Decider<SettingsReading, SettingsReadingEvent> = {
  initialState: () => ({ question: null, result: null }),
  evolve: (state, event) =>
    event.type === 'SettingsReadingRequested' ? { ...state, question: event.data } : { ...state, result: event },
};

/** Records an answer, once, whoever reads. */
export const completeReading = (
  { question, result }: SettingsReading,
  event: Event<'SettingsRead' | 'SettingsReadingFailed'>,
): SettingsReadingEvent[] => (question === null || result !== null ? [] : [event]);
