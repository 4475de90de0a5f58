import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseError, renderError } from '../engine/clickhouse-error.ts';
import { DISPLAY_NAME } from '../query/driver-hello.ts';
import type { QueryFigures, ResponseSink } from '../query/query-job.ts';
import { headerValue } from './header-value.ts';
import type { ResponseEncoding } from './response-encoding.ts';
import { statusOf } from './status.ts';

const LARGEST_TRAILER_BYTES = 16 * 1024;

/**
 * How long the trailer may be read before the connection breaks. Readers drop what they have not unpacked by then; those
 * that understand the trailer hang up by themselves as soon as they have it.
 */
const TRAILER_READING_MS = 1_000;

export interface ResponseOptions {
  readonly encoding: ResponseEncoding;
  /** Bytes to hold back before headers are sent; Infinity for all. */
  readonly bufferBytes: number;
  readonly version: string;
  readonly timezone: string;
  /** Time zone the request asks for, named once the engine has accepted it. */
  readonly sessionTimezone: string;
  readonly queryId: string;
}

/** Sends the answer to one query: headers when its first part is due, parts packed, an error wherever it comes. */
export class QueryResponse implements ResponseSink {
  readonly #response: ServerResponse;
  readonly #options: ResponseOptions;
  readonly #tag = randomTag();
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #figures: QueryFigures | undefined;
  #gone = false;

  constructor(response: ServerResponse, options: ResponseOptions) {
    this.#response = response;
    this.#options = options;
    const names =
      'X-ClickHouse-Summary,X-ClickHouse-Server-Display-Name,X-ClickHouse-Query-Id,X-ClickHouse-Format,' +
      'X-ClickHouse-Timezone,X-ClickHouse-Exception-Code,X-ClickHouse-Exception-Tag';
    response.setHeader('X-ClickHouse-Query-Id', headerValue(options.queryId));
    response.setHeader('X-ClickHouse-Server-Display-Name', DISPLAY_NAME);
    response.setHeader('X-ClickHouse-Timezone', options.timezone);
    response.setHeader('X-ClickHouse-Exception-Tag', this.#tag);
    response.setHeader('Access-Control-Expose-Headers', names);
    this.onGone(() => {
      this.#gone = true;
    });
  }

  get gone(): boolean {
    return this.#gone;
  }

  onGone(listener: () => void): void {
    if (this.#gone || this.#response.destroyed) listener();
    else this.#response.once('close', () => !this.#response.writableFinished && listener());
  }

  begin(head: { readonly format?: string; readonly contentType: string; readonly figures: QueryFigures }): void {
    this.#response.setHeader('Content-Type', head.contentType);
    this.#response.setHeader('X-ClickHouse-Timezone', headerValue(this.#options.sessionTimezone));
    if (head.format !== undefined) this.#response.setHeader('X-ClickHouse-Format', headerValue(head.format));
    this.#figures = head.figures;
  }

  async write(part: Buffer): Promise<void> {
    if (this.#gone) return;
    if (!this.#response.headersSent && this.#heldBytes + part.length <= this.#options.bufferBytes) {
      this.#held.push(part);
      this.#heldBytes += part.length;
      return;
    }
    const { encoder } = this.#options.encoding;
    this.#writeHeaders(200);
    for (const held of this.#held.splice(0)) await this.#send(await encoder.part(held));
    await this.#send(await encoder.part(part));
  }

  /** Ends a complete answer. One that was held back whole goes out with its length. */
  async end(): Promise<void> {
    if (this.#gone) return;
    const { encoder } = this.#options.encoding;
    if (this.#response.headersSent) {
      this.#response.end(await encoder.end());
      return;
    }
    await this.#sendWhole(200, Buffer.concat(this.#held));
  }

  /** Ends the answer to a statement that has no result. */
  async endEmpty(): Promise<void> {
    this.#response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
    await this.end();
  }

  /** Reports an error: with its own status while that can be chosen, in a trailer and a broken connection after. */
  async fail(error: ClickHouseError): Promise<void> {
    if (this.#gone) return;
    const message = renderError(error, this.#options.version);
    if (this.#response.headersSent) return this.#breakOff(message);
    this.#response.setHeader('X-ClickHouse-Exception-Code', String(error.code));
    this.#response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
    this.#response.removeHeader('X-ClickHouse-Format');
    if (error.code === 194) {
      this.#response.setHeader('WWW-Authenticate', 'Basic realm="ClickHouse server HTTP API"');
    }
    await this.#sendWhole(statusOf(error.code), Buffer.from(message, 'utf8'));
  }

  async #sendWhole(status: number, body: Buffer): Promise<void> {
    const { encoder } = this.#options.encoding;
    const packed = Buffer.concat(body.length > 0 ? [await encoder.part(body), await encoder.end()] : []);
    this.#response.setHeader('Content-Length', String(packed.length));
    this.#writeHeaders(status);
    this.#response.end(packed);
  }

  /** The end marks of HTTP are left out on purpose: callers that do not know the trailer notice the broken end. */
  async #breakOff(message: string): Promise<void> {
    const bytes = Buffer.from(message, 'utf8').subarray(0, LARGEST_TRAILER_BYTES - 256);
    const mark = '\r\n__exception__\r\n';
    const tail = `${bytes.length} ${this.#tag}${mark}`;
    const trailer = Buffer.concat([Buffer.from(`${mark}${this.#tag}\r\n`), bytes, Buffer.from(tail)]);
    const socket = this.#response.socket;
    await this.#send(await this.#options.encoding.encoder.part(trailer));
    await Promise.race([delay(TRAILER_READING_MS), new Promise<void>((resolve) => this.onGone(resolve))]);
    socket?.destroySoon();
  }

  #writeHeaders(status: number): void {
    if (this.#response.headersSent) return;
    const { name } = this.#options.encoding;
    if (name !== undefined && !this.#response.hasHeader('Content-Length')) {
      this.#response.setHeader('Content-Encoding', name);
    } else if (name !== undefined && this.#response.getHeader('Content-Length') !== '0') {
      this.#response.setHeader('Content-Encoding', name);
    }
    this.#response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary(this.#figures)));
    this.#response.writeHead(status);
  }

  async #send(bytes: Buffer): Promise<void> {
    if (this.#gone || bytes.length === 0) return;
    if (this.#response.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#response.removeListener('drain', done);
        this.#response.removeListener('close', done);
        resolve();
      };
      this.#response.once('drain', done);
      this.#response.once('close', done);
    });
  }
}

/** All values are strings, and all keys are always there. Memory in use is not reported by the engine. */
function summary(figures: QueryFigures | undefined): Record<string, string> {
  return {
    read_rows: String(figures?.readRows ?? 0),
    read_bytes: String(figures?.readBytes ?? 0),
    written_rows: String(figures?.writtenRows ?? 0),
    written_bytes: String(figures?.writtenBytes ?? 0),
    total_rows_to_read: String(figures?.readRows ?? 0),
    result_rows: String(figures?.resultRows ?? 0),
    result_bytes: String(figures?.resultBytes ?? 0),
    elapsed_ns: String(figures?.elapsedNs ?? 0),
    memory_usage: '0',
  };
}

/** Sixteen lower-case letters, new for every answer, so that data cannot forge the trailer. */
function randomTag(): string {
  return Array.from({ length: 16 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}
