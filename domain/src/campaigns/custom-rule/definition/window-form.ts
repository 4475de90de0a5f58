/** Texts of time ranges. N of 1 to 90 days, S of 0 to 60. */
export const windowForm = /^(?:(?:[1-9]|[1-8]\d|90)d(?:-(?:\d|[1-5]\d|60|mature))?|today|change|start|life)$/;

/** What is wrong with a text that is no time range. */
export function windowFault(text: string): string {
  const [, days, shift] = /^(-?\d{1,9})d(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (days === undefined) return 'Choose a time range';
  if (Number(days) < 1 || Number(days) > 90) return 'At least one and at most 90 days';
  return shift !== undefined && Number(shift) > 60
    ? 'A time range ends at most 60 days before the newest complete day'
    : 'Choose a time range';
}
