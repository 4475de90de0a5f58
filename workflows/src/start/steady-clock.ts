/**
 * Milliseconds since 1970 by the clock of the machine as it was when this process began, and steady from then on: pauses are measured by it,
 * so that none takes a day because the machine's clock was put back.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
