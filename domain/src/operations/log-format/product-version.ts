/** Of the packages of this checkout. */
export const productVersion = '0.1.0';

/**
 * Types of events that were in the catalogue and are written by no program any more. A type that leaves the catalogue is added here, else
 * this program takes a log that may have it for that of a newer one.
 */
export const retiredEventTypes: readonly string[] = [];

/** Raised when a program writes something that older ones would misread although its events have the same types and versions. */
export const logLayout = 1;
