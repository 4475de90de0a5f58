import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import type { Statement } from '../sql/statement.ts';
import { AccessRegister } from './access-register.ts';
import { readAccessStatement } from './access-statement.ts';
import { forwardToScope } from './forward.ts';
import { ScopeChildren } from './scope-children.ts';

/** Statements after which a table may be another one, or its parts elsewhere. */
const DEFINING = new Set([
  'CREATE',
  'ATTACH',
  'REPLACE',
  'DROP',
  'DETACH',
  'ALTER',
  'RENAME',
  'EXCHANGE',
  'TRUNCATE',
  'UNDROP',
]);

/** Users other than the node's own: what they may see is declared by statements and served from processes of their own. */
export class Scopes {
  readonly #register: AccessRegister;
  readonly #children: ScopeChildren;

  /** @param directory where declarations are kept. */
  constructor(engine: Engine, directory: string) {
    this.#register = new AccessRegister(join(directory, 'access.json'));
    this.#children = new ScopeChildren(engine, this.#register);
  }

  /** SHA-256 of the password of a user served here, in hexadecimal digits. */
  passwordHash(user: string): string | undefined {
    return this.#register.passwordHash(user);
  }

  /** Passes a request on to the process of its user. @throws ClickHouseError while the answer has not begun */
  async forward(user: string, request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    await forwardToScope(this.#children, user, request, response, address);
  }

  /** Takes a statement about users and rights in. False for any other, which is the engine's. */
  async declare(statement: Statement): Promise<boolean> {
    const access = readAccessStatement(statement);
    if (access === undefined) return false;
    const sql = Buffer.from(statement.text.slice(0, statement.end), 'latin1').toString('utf8');
    this.#register.declare(access, sql);
    this.#children.definitionsChanged();
    if (access.kind === 'drop') await this.#children.end(access.name);
    return true;
  }

  /** To be called when a statement of the node's own users has run. */
  ran(statement: Statement): void {
    if (DEFINING.has(statement.verb)) this.#children.definitionsChanged();
  }

  async close(): Promise<void> {
    await this.#children.close();
  }
}
