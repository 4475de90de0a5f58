import { scheduledReportMessages } from '../../messages.ts';

const { form: words, ranges } = scheduledReportMessages;

/** What a field of the form can be chosen to be, in order. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

const choice = <Value extends string>(value: Value, text: string): Choice<Value> => ({ value, text });
const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const rangeChoices = [
  choice('yesterday', ranges.yesterday),
  choice('last7', ranges.last7),
  choice('last14', ranges.last14),
  choice('last30', ranges.last30),
  choice('last90', ranges.last90),
  choice('lastWeek', ranges.lastWeek),
  choice('lastMonth', ranges.lastMonth),
  choice('thisMonth', ranges.thisMonth),
  choice('thisYear', ranges.thisYear),
];

export const everyChoices = [
  choice('day', words.everyChoices.day),
  choice('week', words.everyChoices.week),
  choice('month', words.everyChoices.month),
];

/** Full and half hours. */
export const timeChoices = numbered(48).map((half) => {
  const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
  return choice(time, time);
});

/** Days that every month has, and the last one. */
export const dayChoices = [
  ...numbered(28).map((index) => choice(String(index + 1), String(index + 1))),
  choice('last', words.lastDay),
];

export const fileChoices = [
  choice('xlsx', words.fileChoices.xlsx),
  choice('csv', words.fileChoices.csv),
  choice('none', words.fileChoices.none),
];

export const waitChoices = numbered(13).map((hours) => choice(String(hours), words.waitChoice(hours)));

export const lateChoices = [choice('send', words.ifLateChoices.send), choice('skip', words.ifLateChoices.skip)];
export const emptyChoices = [choice('send', words.ifEmptyChoices.send), choice('skip', words.ifEmptyChoices.skip)];

/** Time zones of this browser, for suggestions: the server knows which there are. */
export const zoneNames = (): string[] => Intl.supportedValuesOf('timeZone');
