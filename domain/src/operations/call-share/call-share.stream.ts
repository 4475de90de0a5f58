/** The calls of the ad service, which all processes together divide. */
export const adServiceCalls = 'ad-service';

/** Stream of how a limit of calls is divided. @param subject The service that is called. */
export const callSharesStream = (subject: string): string => `callShares-${subject}`;
