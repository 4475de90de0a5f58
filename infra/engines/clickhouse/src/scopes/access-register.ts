import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseStatement } from '../sql/statement.ts';
import { type AccessStatement, type ProfileSetting, readAccessStatement } from './access-statement.ts';

/** A table the views read, with the condition of its row filter. */
export interface ScopeSource {
  readonly database: string;
  readonly table: string;
  readonly filter: string;
}

/** Everything a child needs to serve one user: what it may see, as whom, and within which limits. */
export interface Scope {
  readonly user: string;
  readonly database: string;
  readonly reader: string;
  readonly sources: readonly ScopeSource[];
  /** CREATE statements of the views, in order. */
  readonly views: readonly string[];
  readonly profile: readonly ProfileSetting[];
}

/** Of a table that was granted without a filter no row is shown. */
const NO_ROW = '0';

interface DeclaredStatement {
  readonly statement: AccessStatement;
  readonly sql: string;
}

/**
 * The users, rights and views that were declared to this node. They are kept in its directory as the statements that made them.
 */
export class AccessRegister {
  readonly #file: string;
  readonly #known = new Map<string, DeclaredStatement>();

  /** @param file where the statements are kept; read if it is there. */
  constructor(file: string) {
    this.#file = file;
    for (const sql of readStatements(file)) {
      const statement = readAccessStatement(parseStatement(sql));
      if (statement !== undefined) this.#apply(statement, sql);
    }
  }

  /** Takes a statement in and writes it down before returning. Declaring the same again changes nothing. */
  declare(statement: AccessStatement, sql: string): void {
    if (this.#known.get(identity(statement))?.sql === sql) return;
    this.#apply(statement, sql);
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, JSON.stringify([...this.#known.values()].map((entry) => entry.sql)), { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  /** SHA-256 of the user's password in hexadecimal digits; undefined for a user this node does not serve from a child. */
  passwordHash(user: string): string | undefined {
    const statement = this.#known.get(`user ${user}`)?.statement;
    return statement?.kind === 'user' ? statement.passwordHash : undefined;
  }

  /** @returns undefined for a user without views. */
  scopeOf(user: string): Scope | undefined {
    const statements = [...this.#known.values()].map(({ statement }) => statement);
    const grant = statements.find(
      (statement) => statement.kind === 'grant' && statement.to === user && statement.table === '*',
    );
    const views = statements.flatMap((statement) =>
      statement.kind === 'view' && grant?.kind === 'grant' && statement.database === grant.database ? [statement] : [],
    );
    const reader = views.find(({ definer }) => definer === `${user}_reader`)?.definer;
    if (grant?.kind !== 'grant' || reader === undefined) return undefined;
    const policies = statements.flatMap((statement) =>
      statement.kind === 'policy' && statement.to === reader ? [statement] : [],
    );
    return {
      user,
      database: grant.database,
      reader,
      sources: statements.flatMap((statement) => {
        if (statement.kind !== 'grant' || statement.to !== reader || statement.table === '*') return [];
        const policy = policies.find(
          ({ database, table }) => database === statement.database && table === statement.table,
        );
        return [{ database: statement.database, table: statement.table, filter: policy?.using ?? NO_ROW }];
      }),
      views: views.flatMap(({ definer, sql }) => (definer === reader ? [sql] : [])),
      profile: statements.flatMap((statement) =>
        statement.kind === 'profile' && statement.to === user ? statement.settings : [],
      ),
    };
  }

  #apply(statement: AccessStatement, sql: string): void {
    if (statement.kind !== 'drop') {
      this.#known.set(identity(statement), { statement, sql });
      return;
    }
    for (const [key, { statement: existing }] of this.#known)
      if (ownerOf(existing) === statement.name) this.#known.delete(key);
  }
}

function identity(statement: AccessStatement): string {
  switch (statement.kind) {
    case 'user':
    case 'reader':
      return `user ${statement.name}`;
    case 'view':
      return `view ${statement.definer} ${statement.database}.${statement.name}`;
    case 'grant':
    case 'policy':
      return `${statement.kind} ${statement.to} ${statement.database}.${statement.table}`;
    default:
      return `${statement.kind} ${ownerOf(statement)}`;
  }
}

function ownerOf(statement: AccessStatement): string {
  if (statement.kind === 'view') return statement.definer;
  return 'to' in statement ? statement.to : statement.name;
}

function readStatements(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
