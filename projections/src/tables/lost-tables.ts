/** The engine's UNKNOWN_DATABASE. */
const unknownDatabase = '81';

/**
 * Whether the database of the tables is gone, as after the engine came back with an empty disk. A process makes it when it starts.
 * @param tables Its name.
 */
export const areTablesLost = (error: unknown, tables: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  String(error.code) === unknownDatabase &&
  error.message.includes(`Database ${tables} does not exist`);
