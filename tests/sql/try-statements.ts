import type { EngineUser } from '../../api/src/sql/engine/engine-call.ts';
import { SqlError } from '../../api/src/sql/sql-error.ts';
import { exchange } from '../contract/clickhouse/http-exchange.ts';
import { type AttackedEngine, database, foreignMarks } from './attacked-engine.ts';

export interface Tried {
  /** By the gate. */
  readonly refused: number;
  /** Let through by the gate and run by a user who may do everything. */
  readonly ran: number;
  /** Without a verdict, because the engine did not answer in time. */
  readonly silent: number;
  /** Statements that showed something foreign, a file of the machine, or an error of the engine's own making. */
  readonly leaks: readonly string[];
}

/** Logical and unknown errors of the engine, which no statement of an analyst may cause. */
const wrongCodes = [49, 1001, 1002];
const atOnce = 8;
const marksOfRowsAndFiles = new RegExp(`${foreignMarks.source}|root:x:0`);

/** Tries each statement twice: what the gate lets through as a user who may do everything, and without the gate by the rights alone. */
export async function tryStatements({ gate, engines }: AttackedEngine, statements: readonly string[]): Promise<Tried> {
  const tried = { refused: 0, ran: 0, silent: 0, leaks: [] as string[] };
  const note = (layer: string, statement: string, response: string, marks: RegExp): void => {
    const code = Number(/Code: (\d+)\. DB::Exception/.exec(response)?.[1] ?? 0);
    // Whom the gate does not hold back, the engine may answer in any way that shows no rows.
    const isWrong = layer !== 'rights alone' && wrongCodes.includes(code);
    if (marks.test(response) || isWrong) tried.leaks.push(`${layer}: ${statement}: ${response.slice(0, 200)}`);
  };
  const tryStatement = async (statement: string): Promise<void> => {
    const verdict = await gate.verdict(engines.everything, database, statement).catch((error: unknown) => {
      if (!(error instanceof SqlError)) throw error;
      note('gate', statement, error.line(''), foreignMarks);
      return error.code === 209 ? ('silent' as const) : undefined;
    });
    if (verdict === 'silent') tried.silent += 1;
    else if (verdict?.kind === 'run') {
      tried.ran += 1;
      note('gate alone', statement, await responseOf(engines.everything, verdict.text), marksOfRowsAndFiles);
    } else tried.refused += 1;
    // A file read by a scalar function is the gate's part on a server.
    note('rights alone', statement, await responseOf(engines.analyst, statement), foreignMarks);
  };
  for (let start = 0; start < statements.length; start += atOnce)
    await Promise.all(statements.slice(start, start + atOnce).map(tryStatement));
  return tried;
}

/** As far as it came: an answer that has begun may be cut off. */
async function responseOf(engine: EngineUser, body: string): Promise<string> {
  const params = { database, param_t: 'campaigns', max_execution_time: '5', max_result_rows: '1000' };
  const headers = { 'X-ClickHouse-User': engine.user, 'X-ClickHouse-Key': engine.password };
  return (await exchange(engine.url.href, { body, params, headers })).text;
}
