import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForm } from '../../../../wire/clickhouse/multipart.ts';
import { decodeOwnBlocks } from '../../../../wire/clickhouse/own-blocks.ts';
import { ClickHouseError, parseEngineError } from '../engine/clickhouse-error.ts';
import type { Engine } from '../engine/engine.ts';
import type { BodyFiles } from '../query/body-files.ts';
import { isSet } from '../query/prelude.ts';
import type { ExternalTable, QueryJob } from '../query/query-job.ts';
import type { QueryRunner } from '../query/query-runner.ts';
import type { Scopes } from '../scopes/scopes.ts';
import { natureOf } from '../sql/statement-nature.ts';
import { type AssembledRequest, assembleFromPackedBody, assembleStatement } from './assemble-statement.ts';
import { readBodyEncoding, unpacked, unpackWithEngine } from './body-decoding.ts';
import { authenticate, type User } from './credentials.ts';
import { readForm } from './form-request.ts';
import { type QueryParameters, readParameters, readQueryId } from './parameters.ts';
import { QueryResponse } from './response.ts';
import { chooseEncoding } from './response-encoding.ts';

export interface EndpointDependencies {
  readonly engine: Engine;
  readonly bodies: BodyFiles;
  readonly runner: QueryRunner;
  readonly users: readonly User[];
  /** Users who are served from processes of their own; none in such a process. */
  readonly scopes?: Scopes;
  /** What of an error's sentence is shown; all of it when absent. */
  readonly publicMessage?: (message: string) => string;
}

/** What one request asks for, once its body is in. */
interface Understood extends AssembledRequest {
  readonly parameters: QueryParameters;
  readonly externalTables: readonly ExternalTable[];
}

const DEFAULT_ZLIB_LEVEL = 3;

/** Answers requests that carry a query. */
export class QueryEndpoint {
  readonly #use: EndpointDependencies;
  #requests = 0;

  constructor(dependencies: EndpointDependencies) {
    this.#use = dependencies;
  }

  /** Answers one request. Never throws: every failure becomes an answer, unless the caller is gone. */
  async respond(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    this.#requests += 1;
    const number = this.#requests;
    const queryId = readQueryId(address.searchParams, request.headers) ?? randomUUID();
    let queryResponse = this.#answerTo(request, response, queryId, undefined);
    try {
      const { scopes } = this.#use;
      const user = authenticate(request.headers, address.searchParams, this.#use.users, scopes);
      refuseUnmeasuredPost(request);
      if (scopes?.passwordHash(user) !== undefined) return await scopes.forward(user, request, response, address);
      const parameters = readParameters([...address.searchParams], request.headers);
      queryResponse = this.#answerTo(request, response, queryId, parameters);
      const understood = await this.#understand(request, parameters, address);
      const declared = request.method === 'POST' && (await scopes?.declare(understood.statement));
      if (declared === true) return await queryResponse.endEmpty();
      await this.#use.runner.run(this.#job(request, number, queryId, user, understood), queryResponse);
      scopes?.ran(understood.statement);
      await queryResponse.end();
    } catch (error) {
      await consume(request);
      const failure = parseEngineError(error);
      failure.message = this.#use.publicMessage?.(failure.message) ?? failure.message;
      await queryResponse.fail(failure);
    }
  }

  #answerTo(
    request: IncomingMessage,
    response: ServerResponse,
    queryId: string,
    parameters: QueryParameters | undefined,
  ): QueryResponse {
    const settings = parameters?.settings ?? new Map<string, string>();
    const encoding = chooseEncoding(request.headers, {
      ownBlocks: parameters?.ownBlocksOut ?? false,
      allowed: isSet(settings.get('enable_http_compression') ?? '1'),
      level: zlibLevel(settings.get('http_zlib_compression_level')),
    });
    if (isSet(settings.get('add_http_cors_header')) && request.headers.origin !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', '*');
    }
    const { engine } = this.#use;
    return new QueryResponse(response, {
      encoding,
      bufferBytes: parameters?.bufferBytes ?? 0,
      version: engine.version,
      timezone: engine.timezone,
      sessionTimezone: settings.get('session_timezone') || engine.timezone,
      queryId,
    });
  }

  async #understand(request: IncomingMessage, parameters: QueryParameters, address: URL): Promise<Understood> {
    const { engine, bodies } = this.#use;
    const encoding = readBodyEncoding(request.headers['content-encoding']);
    let body: AsyncIterable<Buffer> = unpacked(request, encoding);
    if (encoding.engineCodec !== undefined) {
      const { engineCodec } = encoding;
      const direct = parameters.ownBlocksIn
        ? undefined
        : await assembleFromPackedBody(parameters.query, body, bodies, engineCodec);
      if (direct !== undefined) return { ...direct, parameters, externalTables: [] };
      body = once(await unpackWithEngine(engine, bodies, engineCodec, body));
    }
    if (parameters.ownBlocksIn)
      body = decodeOwnBlocks(body, (frame) => unpackWithEngine(engine, bodies, 'zstd', once(frame)));
    if (isForm(request.headers['content-type'])) return readForm(body, address, request.headers, bodies);
    return { ...(await assembleStatement(parameters.query, body, bodies)), parameters, externalTables: [] };
  }

  #job(request: IncomingMessage, number: number, queryId: string, user: string, understood: Understood): QueryJob {
    const { statement, data, parameters, externalTables } = understood;
    return {
      number,
      queryId,
      user,
      statement,
      nature: natureOf(statement, parameters.settings.keys(), this.#use.engine.formats),
      settings: parameters.settings,
      params: parameters.params,
      readOnly: request.method !== 'POST',
      externalTables,
      defaultFormat: parameters.defaultFormat,
      protocolVersion: parameters.protocolVersion,
      wantsWholeResponse: parameters.bufferBytes === Number.POSITIVE_INFINITY,
      ...(data === undefined ? {} : { data }),
      ...(parameters.database === undefined ? {} : { database: parameters.database }),
      ...(parameters.session === undefined ? {} : { session: parameters.session }),
    };
  }
}

function refuseUnmeasuredPost(request: IncomingMessage): void {
  if (request.method !== 'POST') return;
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) return;
  const message = 'The Transfer-Encoding is not chunked and there is no Content-Length header for POST request';
  throw new ClickHouseError(381, 'HTTP_LENGTH_REQUIRED', message);
}

function zlibLevel(value: string | undefined): number {
  const level = Number(value ?? DEFAULT_ZLIB_LEVEL);
  return Number.isInteger(level) && level >= 1 && level <= 9 ? level : DEFAULT_ZLIB_LEVEL;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Reads what is left of a body: on a kept connection it would be taken for the next request. */
async function consume(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    request.once('end', resolve);
    request.once('close', resolve);
    request.resume();
  });
}
