import { inSpan } from '@tapwise/adapters';

/**
 * Makes one attempt of an activity in a span of its own, under either driver.
 * @param traceparent of the event that asked for the process; one that always runs has none, so each attempt begins a trace.
 */
export const inAttemptSpan = <Result>(
  activity: string,
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> =>
  inSpan(
    () => ({ name: `activity ${activity}`, kind: 'internal', begins: true, attributes: {}, parent: traceparent }),
    work,
  );
