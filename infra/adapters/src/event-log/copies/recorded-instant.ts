/*
 * A log that was filled from a copy stamps all events with the time of its filling. When they were first recorded is then the first
 * member of their metadata, where it is found without parsing them.
 */
const begins = '{"recorded_at":"';
const instantLength = '2026-01-01T00:00:00.000Z'.length;
const memberLength = begins.length + instantLength + '"'.length;

/** @returns milliseconds since 1970; `undefined` for an event that is where it was first recorded. */
export function firstRecordedMs(metadataText: string): number | undefined {
  if (!metadataText.startsWith(begins)) return undefined;
  return Date.parse(metadataText.slice(begins.length, begins.length + instantLength));
}

/** @param metadataText JSON of an object; empty when there is none. */
export function withFirstRecorded(metadataText: string, instant: string): string {
  const rest = metadataText === '' || metadataText === '{}' ? '}' : `,${metadataText.slice(1)}`;
  return `${begins}${instant}"${rest}`;
}

/** The metadata as they were first recorded. */
export function withoutFirstRecorded(metadataText: string): string {
  if (!metadataText.startsWith(begins)) return metadataText;
  const rest = metadataText.slice(memberLength);
  return rest === '}' ? '{}' : `{${rest.slice(1)}`;
}
