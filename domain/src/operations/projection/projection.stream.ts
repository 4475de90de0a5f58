/** Stream of what is written to some tables. @param tables Name of their database. */
export const projectionWriterStream = (tables: string): string => `projectionWriter-${tables}`;
