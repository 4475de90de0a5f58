import { analystViews, formattedStatement, isSubquery } from '@tapwise/projections/queries';
import { LRUCache } from 'lru-cache';
import { examine, type GateEngine, type Verdict } from '../gate/gate.ts';
import { SqlError } from '../sql-error.ts';
import { askText, type EngineUser } from './engine-call.ts';

/** Asks the gate, and remembers its verdicts: of each user of the engine its own, because names differ. */
export interface SqlGate {
  /** @throws SqlError. */
  verdict(engine: EngineUser, database: string, statement: string): Promise<Verdict>;
  /** Of the engine, as it said last. */
  version(): string;
}

const views = new Set(analystViews.map(({ name }) => name));

export function createSqlGate(): SqlGate {
  const verdicts = new LRUCache<string, Verdict>({ maxSize: 8_000_000, sizeCalculation: (_, key) => key.length + 100 });
  let version = '26.7.2.1';
  return {
    async verdict(engine, database, statement) {
      const key = JSON.stringify([engine.user, database, statement]);
      const cached = verdicts.get(key);
      if (cached !== undefined) return cached;
      const parser = parserOf(engine, (engineVersion) => {
        version = engineVersion;
      });
      const verdict = await examine(parser, statement, { database, views });
      verdicts.set(key, verdict);
      return verdict;
    },
    version: () => version,
  };
}

function parserOf(engine: EngineUser, onVersion: (version: string) => void): GateEngine {
  return {
    async format(statement) {
      const response = await ask(engine, formattedStatement, statement);
      const [text, tokens, version, fromSmallLetters] = JSON.parse(response);
      onVersion(version);
      return {
        text,
        fromSmallLetters,
        tokens: tokens.map((token: object) => {
          const [start, end, type] = Object.values(token);
          return [Number(start), Number(end), String(type)] as const;
        }),
      };
    },
    isSubquery: async (statement) => /^\[(?:1|true)\]/.test(await ask(engine, isSubquery, statement)),
  };
}

async function ask(engine: EngineUser, question: string, statement: string): Promise<string> {
  const parameters = new URLSearchParams({ param_q: escaped(statement) });
  try {
    return await askText(engine, { statement: question, parameters });
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    // What is behind it is our own question.
    const [message = ''] = error.message.split(
      /: (?:In scope|while executing|While processing|while processing)|formatQuery/,
    );
    throw new SqlError(error.code, error.errorName, message);
  }
}

/** The engine reads a parameter's text as a field of TabSeparated. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
