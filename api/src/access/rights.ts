import { type Access, DomainError } from '@tapwise/domain';
import type { Session } from './sessions.ts';

interface Holders {
  readonly access: readonly Access[];
  /** Whether the demo account, an admin that all visitors share, has it too. */
  readonly demo: boolean;
}

/** Every right a route can ask for, and who has it; `public` needs no session. */
export const rights = {
  public: undefined,
  /** What concerns the caller's own session alone. */
  own_session: { access: ['admin', 'member', 'restricted'], demo: true },
  /** Figures; what a restricted member goes without is left out of the answers. */
  read_reports: { access: ['admin', 'member', 'restricted'], demo: true },
  /** Changing settings at the ad service; the demo's is a simulated one. */
  act: { access: ['admin', 'member'], demo: true },
  /** The limits within which settings may be changed. */
  manage_guardrails: { access: ['admin'], demo: false },
  /** Adding applications, and how they are set up. */
  manage_applications: { access: ['admin', 'member'], demo: false },
} as const satisfies Readonly<Record<string, Holders | undefined>>;

export type Right = keyof typeof rights;

/** @throws DomainError `demo_account`, `read_only`, `admin_only`. */
export function requireRight({ team, access }: Pick<Session, 'team' | 'access'>, right: Right): void {
  const holders: Holders | undefined = rights[right];
  if (holders === undefined) return;
  if (team.demo && !holders.demo) throw new DomainError('demo_account');
  if (!holders.access.includes(access)) throw new DomainError(access === 'member' ? 'admin_only' : 'read_only');
}
