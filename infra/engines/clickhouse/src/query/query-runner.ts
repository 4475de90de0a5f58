import { chunkJoiner } from '../engine/chunk-joiner.ts';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineConnection } from '../engine/engine-connection.ts';
import type { OutputFormat } from '../engine/format-catalogue.ts';
import { refuseForbidden } from '../sql/refusals.ts';
import { insertFromFile, statementText } from '../sql/statement-text.ts';
import type { BodyFiles } from './body-files.ts';
import { driverHello, isDriverHello } from './driver-hello.ts';
import { loadExternalTables } from './external-tables.ts';
import { isSet, prelude } from './prelude.ts';
import type { QueryFigures, QueryJob, ResponseSink } from './query-job.ts';
import type { RunningQueries } from './running-queries.ts';
import type { SessionRegistry } from './session-registry.ts';
import { rememberSettings, sessionNeedsWholeResponses } from './session-settings.ts';

const NO_ROWS_CONTENT_TYPE = 'text/plain; charset=UTF-8';

/** A kill that came before the engine had the query on its list is lost, so it is repeated this often. */
const KILL_AGAIN_MS = 250;

/** Runs queries on the engine and hands their answers on. Every method throws `ClickHouseError`. */
export class QueryRunner {
  readonly #engine: Engine;
  readonly #bodies: BodyFiles;
  readonly #sessions: SessionRegistry;
  readonly #running: RunningQueries;

  constructor(engine: Engine, bodies: BodyFiles, sessions: SessionRegistry, running: RunningQueries) {
    this.#engine = engine;
    this.#bodies = bodies;
    this.#sessions = sessions;
    this.#running = running;
  }

  /** Runs one query to its end. When it returns, connection and session are free again and no file is left. */
  async run(job: QueryJob, sink: ResponseSink): Promise<void> {
    try {
      refuseForbidden(job.statement);
      this.#running.add(job.number, job.queryId);
      if (job.session !== undefined) {
        await this.#sessions.use(job.user, job.session, (connection) => this.#runInSession(connection, job, sink));
        return;
      }
      const connection = this.#engine.connect();
      try {
        connection.runNow(prelude(job, true));
        await this.#runOn(connection, job, sink, false);
      } finally {
        connection.close();
      }
    } finally {
      this.#running.remove(job.number);
      if (job.data !== undefined && 'file' in job.data) job.data.file.discard();
    }
  }

  async #runInSession(connection: EngineConnection, job: QueryJob, sink: ResponseSink): Promise<void> {
    if ((job.readOnly || isSet(job.settings.get('readonly'))) && !job.nature.isReadOnly) {
      throw new ClickHouseError(164, 'READONLY', 'Cannot execute query in readonly mode');
    }
    const restore = rememberSettings(connection, job);
    try {
      connection.runNow(prelude(job, false));
      await this.#runOn(connection, job, sink, job.nature.isSelect && sessionNeedsWholeResponses(connection));
    } finally {
      restore();
    }
  }

  async #runOn(connection: EngineConnection, job: QueryJob, sink: ResponseSink, whole: boolean): Promise<void> {
    const stopWatching = this.#endWhenGone(connection, job, sink);
    try {
      await loadExternalTables(connection, job.externalTables, this.#bodies);
      if (job.statement.insert !== undefined) await this.#insert(connection, job, sink);
      else await this.#ask(connection, job, sink, whole);
    } finally {
      stopWatching();
    }
  }

  async #insert(connection: EngineConnection, job: QueryJob, sink: ResponseSink): Promise<void> {
    const data = job.data ?? { bytes: Buffer.alloc(0) };
    const small = 'bytes' in data ? this.#bodies.writeNow(data.bytes) : undefined;
    const path = 'file' in data ? data.file.path : (small?.path ?? '');
    try {
      const sql = insertFromFile(job.statement, path, 'file' in data ? data.compression : '');
      const result = await connection.run(sql, job.defaultFormat);
      const figures = noFigures();
      figures.readRows = figures.writtenRows = figures.resultRows = result.rowsRead;
      figures.readBytes = figures.writtenBytes = figures.resultBytes = result.bytesRead;
      figures.elapsedNs = Math.round(result.elapsed * 1e9);
      sink.begin({ contentType: NO_ROWS_CONTENT_TYPE, figures });
    } catch (error) {
      if (error instanceof ClickHouseError) error.message = error.message.replaceAll(path, 'the request body');
      throw error;
    } finally {
      small?.discard();
    }
  }

  async #ask(connection: EngineConnection, job: QueryJob, sink: ResponseSink, whole: boolean): Promise<void> {
    const { nature } = job;
    const format = this.#engine.formats.output(nature.format ?? job.defaultFormat);
    if (job.protocolVersion > 0 && format.name === 'Native' && isDriverHello(job.statement)) {
      return this.#answerHello(connection, job, format, sink);
    }
    const sql = statementText(job.statement, this.#running.translateIds(job.statement));
    const inChunks = nature.isSelect && !nature.mustBeWhole && !whole && format.joining !== 'whole';
    if (inChunks && !job.wantsWholeResponse) return this.#askInChunks(connection, sql, format, sink);
    const result = await connection.run(sql, format.name, { urgent: job.statement.verb === 'KILL' });
    const figures = noFigures();
    figures.readRows = result.rowsRead;
    figures.readBytes = result.bytesRead;
    figures.resultRows = result.rowsRead;
    figures.resultBytes = result.bytes.length;
    figures.elapsedNs = Math.round(result.elapsed * 1e9);
    const hasRows = nature.returnsRows || result.bytes.length > 0;
    sink.begin(hasRows ? responseHead(format, figures) : { contentType: NO_ROWS_CONTENT_TYPE, figures });
    if (result.bytes.length > 0) await sink.write(result.bytes);
  }

  async #answerHello(
    connection: EngineConnection,
    job: QueryJob,
    format: OutputFormat,
    sink: ResponseSink,
  ): Promise<void> {
    const { bytes } = await connection.run('SELECT timezone()', 'TabSeparatedRaw');
    const hello = driverHello(job.protocolVersion, this.#engine.version, bytes.toString('utf8').trim());
    const figures = { ...noFigures(), readRows: 1, resultRows: 1, resultBytes: hello.length };
    sink.begin(responseHead(format, figures));
    await sink.write(hello);
  }

  /** The answer begins with its first chunk, since most queries that fail do so before it. */
  async #askInChunks(
    connection: EngineConnection,
    sql: string,
    format: OutputFormat,
    sink: ResponseSink,
  ): Promise<void> {
    const joiner = chunkJoiner(format.joining);
    const figures = noFigures();
    const startedAt = process.hrtime.bigint();
    let begun = false;
    for await (const chunk of connection.stream(sql, format.name)) {
      if (sink.gone) return;
      const part = joiner.next(chunk.bytes);
      figures.readRows += chunk.numRows;
      figures.resultRows += chunk.numRows;
      figures.resultBytes += part.length;
      figures.elapsedNs = Number(process.hrtime.bigint() - startedAt);
      if (!begun) sink.begin(responseHead(format, figures));
      begun = true;
      if (part.length > 0) await sink.write(part);
    }
    if (!begun) sink.begin(responseHead(format, figures));
  }

  /** Ends a SELECT whose caller went away. An INSERT that arrived in full may finish. */
  #endWhenGone(connection: EngineConnection, job: QueryJob, sink: ResponseSink): () => void {
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const kill = (): void => {
      if (over) return;
      if (connection.busy) this.#engine.kill(job.number);
      timer = setTimeout(kill, KILL_AGAIN_MS);
    };
    if (job.nature.isSelect) sink.onGone(kill);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }
}

function responseHead(
  format: OutputFormat,
  figures: QueryFigures,
): { readonly format: string; readonly contentType: string; readonly figures: QueryFigures } {
  return { format: format.name, contentType: format.contentType, figures };
}

function noFigures(): QueryFigures {
  return { readRows: 0, readBytes: 0, writtenRows: 0, writtenBytes: 0, resultRows: 0, resultBytes: 0, elapsedNs: 0 };
}
