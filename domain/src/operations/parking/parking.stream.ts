/** Beginning of the names of all streams of decisions about parked streams. */
export const parkedStreamPrefix = 'parkedStream-';

/** Stream of what waits in some tables. @param tables Name of their database. */
export const tableParkingStream = (tables: string): string => `tableParking-${tables}`;

/** Stream of the decisions about one parked stream. */
export const parkedStreamStream = (stream: string): string => `${parkedStreamPrefix}${stream}`;
