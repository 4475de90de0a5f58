import { createHash } from 'node:crypto';
import type { KeyVault, Logger } from '@tapwise/adapters';
import { endScopeStatements, scopeStatements, type ViewScope } from '@tapwise/projections/queries';
import { askText, type EngineUser } from './engine-call.ts';

/** The engine's users, one for each set of applications that some user of SQL may see. */
export interface SqlScopes {
  /** The engine's user of a scope; declared to the engine when it is not yet. @throws SqlError. */
  userOf(team: number, scope: ViewScope): Promise<EngineUser>;
  /** Declares a scope again at its next use: the engine does not know it any more. */
  forget(user: string): void;
  /** Ends every user of a team but these. */
  keepOnly(team: number, users: ReadonlySet<string>): Promise<void>;
}

/**
 * @param admin who may make users at the engine.
 * @param seconds longest time of a statement.
 */
export function createSqlScopes(options: {
  readonly admin: EngineUser;
  readonly vault: KeyVault;
  readonly logger: Logger;
  readonly seconds: number;
}): SqlScopes {
  const { admin, vault, logger, seconds } = options;
  const declared = new Map<string, Promise<EngineUser>>();
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await askText(admin, { statement, parameters: new URLSearchParams() });
  };
  const declare = async (name: string, scope: ViewScope): Promise<EngineUser> => {
    const password = vault.keyedHash('sql-engine', name);
    const passwordHash = createHash('sha256').update(password).digest('hex');
    await run(scopeStatements(scope, { name, passwordHash }, { seconds }));
    return { url: admin.url, user: name, password };
  };
  return {
    userOf(team, scope) {
      const name = scopeName(team, scope, seconds);
      const existing = declared.get(name);
      if (existing !== undefined) return existing;
      const made = declare(name, scope);
      declared.set(name, made);
      made.catch(() => declared.delete(name));
      return made;
    },
    forget: (user) => void declared.delete(user),
    async keepOnly(team, users) {
      const old = [...declared.keys()].filter((name) => name.startsWith(`sql_${team}_`) && !users.has(name));
      for (const name of old) {
        declared.delete(name);
        await run(endScopeStatements(name)).catch((error: unknown) => {
          logger.warn({ err: error, user: name }, 'A user of the engine could not be ended');
        });
      }
    },
  };
}

/** A name is made of everything its user may see, so that a user never sees anything else than when it was made. */
export function scopeName(team: number, scope: ViewScope, seconds: number): string {
  const statements = scopeStatements(scope, { name: 'sql_any', passwordHash: '' }, { seconds });
  return `sql_${team}_${createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)}`;
}
