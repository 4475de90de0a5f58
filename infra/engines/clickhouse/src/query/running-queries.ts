import { ClickHouseError } from '../engine/clickhouse-error.ts';
import { REQUEST_NUMBER_SETTING } from '../engine/engine.ts';
import { quoteString } from '../sql/quote.ts';
import type { Statement } from '../sql/statement.ts';
import type { Edit } from '../sql/statement-text.ts';

/** The queries under way, by number, with the ids their clients know them by. */
export class RunningQueries {
  readonly #limit: number;
  readonly #ids = new Map<number, string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @throws ClickHouseError 202 when too many queries are under way, 216 when one with the same id is
   */
  add(number: number, queryId: string): void {
    if (this.#ids.size >= this.#limit) {
      const message = `Too many simultaneous queries. Maximum: ${this.#limit}`;
      throw new ClickHouseError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', message);
    }
    if ([...this.#ids.values()].includes(queryId)) {
      const message = `Query with id = ${queryId} is already running`;
      throw new ClickHouseError(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', message);
    }
    this.#ids.set(number, queryId);
  }

  remove(number: number): void {
    this.#ids.delete(number);
  }

  /**
   * Makes `query_id` in a KILL QUERY mean the clients' ids: the engine numbers its queries itself and knows a client's
   * only by the number of its request.
   */
  translateIds(statement: Statement): readonly Edit[] {
    if (statement.verb !== 'KILL' || this.#ids.size === 0) return [];
    const numbers = [...this.#ids.keys()].map((number) => `'${number}'`).join(', ');
    const ids = [...this.#ids.values()].map(quoteString).join(', ');
    const sql = `transform(Settings['${REQUEST_NUMBER_SETTING}'], [${numbers}], [${ids}], query_id)`;
    const name = /^[`"]?query_id[`"]?$/i;
    return statement.tokens
      .filter((token) => token.kind === 'word' || token.kind === 'quoted')
      .filter((token) => name.test(statement.text.slice(token.start, token.end)))
      .map((token) => ({ start: token.start, end: token.end, sql }));
  }
}
