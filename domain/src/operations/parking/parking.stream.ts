/** Beginning of the names of all streams of decisions about parked streams. */
export const parkedStreamPrefix = 'parkedStream-';

/** Beginning of the names of all streams of what waits in tables. */
export const tableParkingPrefix = 'tableParking-';

/** Stream of what waits in some tables. @param tables Name of their database. */
export const tableParkingStream = (tables: string): string => `${tableParkingPrefix}${tables}`;

/** Stream of the decisions about one parked stream. */
export const parkedStreamStream = (stream: string): string => `${parkedStreamPrefix}${stream}`;
