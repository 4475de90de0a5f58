/** How the dev server is started: a program and its arguments. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Makes the command line of Temporal's dev server. The write-ahead log halves the time of a workflow, and what it may lose
 * with the machine's power is started again by the followers of the event log.
 * @param options.dbFile SQLite file; it survives restarts.
 */
export function temporalServerCommand(options: {
  binary: string;
  ip: string;
  port: number;
  dbFile: string;
}): ServerCommand {
  return {
    command: options.binary,
    args: [
      'server',
      'start-dev',
      '--headless',
      '--ip',
      options.ip,
      '--port',
      String(options.port),
      '--db-filename',
      options.dbFile,
      '--sqlite-pragma',
      'journal_mode=wal',
      '--sqlite-pragma',
      'synchronous=normal',
      '--log-level',
      'error',
    ],
  };
}
