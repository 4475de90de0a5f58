import { type Access, DomainError } from '@tapwise/domain';
import type { Session } from './sign-in/sessions.ts';

interface Holders {
  readonly access: readonly Access[];
  /** Whether the demo account, an admin that all visitors share, has it too. */
  readonly demo: boolean;
  /** Why restricted members are refused; that their role only reads, if absent. */
  readonly restricted?: 'admin_only';
}

/** Every right a route can ask for, and who has it; `public` needs no session. */
export const rights = {
  public: undefined,
  /** What concerns the caller's own session alone. */
  own_session: { access: ['admin', 'member', 'restricted'], demo: true },
  /** What concerns the caller's own person. */
  own_account: { access: ['admin', 'member', 'restricted'], demo: false },
  /** The people of the team. */
  read_team: { access: ['admin'], demo: true, restricted: 'admin_only' },
  /** What the team pays for. */
  read_billing: { access: ['admin'], demo: true, restricted: 'admin_only' },
  manage_billing: { access: ['admin'], demo: false, restricted: 'admin_only' },
  /** What only admins change: people, and keys that apps ship with. */
  manage_team: { access: ['admin'], demo: false, restricted: 'admin_only' },
  /** Figures; what a restricted member goes without is left out of the answers. */
  read_reports: { access: ['admin', 'member', 'restricted'], demo: true },
  /** Changing settings at the ad service; the demo's is a simulated one. */
  act: { access: ['admin', 'member'], demo: true },
  /** The limits within which settings may be changed. */
  manage_guardrails: { access: ['admin'], demo: false },
  /** Users of SQL: one's own, and those of the team for admins; the demo's may be seen. */
  read_sql: { access: ['admin', 'member'], demo: true },
  manage_sql: { access: ['admin', 'member'], demo: false },
  /** What users of SQL asked. */
  read_sql_queries: { access: ['admin'], demo: true },
  /** How organizations are connected to the ad service. */
  read_connections: { access: ['admin', 'member'], demo: true },
  manage_connections: { access: ['admin'], demo: false },
  /** Adding applications, and how they are set up. */
  manage_applications: { access: ['admin', 'member'], demo: false },
} as const satisfies Readonly<Record<string, Holders | undefined>>;

export type Right = keyof typeof rights;

/** @throws DomainError `demo_account`, `read_only`, `admin_only`. */
export function requireRight({ team, access }: Pick<Session, 'team' | 'access'>, right: Right): void {
  const holders: Holders | undefined = rights[right];
  if (holders === undefined) return;
  if (team.demo && !holders.demo) throw new DomainError('demo_account');
  if (holders.access.includes(access)) return;
  throw new DomainError(access === 'member' ? 'admin_only' : (holders.restricted ?? 'read_only'));
}
