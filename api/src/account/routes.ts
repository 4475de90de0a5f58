import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { changeAccountRoute } from './commands/profile/change-account.command.ts';
import { deleteAccountRoutes } from './commands/profile/delete-account.commands.ts';
import { exportAccountRoute } from './commands/profile/export-account.command.ts';
import { unsubscribeRoute } from './commands/profile/unsubscribe.command.ts';
import { verifyEmailRoutes } from './commands/profile/verify-email.commands.ts';
import { endSessionsRoute } from './commands/sign-in/end-sessions.command.ts';
import { resetPasswordRoutes } from './commands/sign-in/reset-password.commands.ts';
import { signInRoute } from './commands/sign-in/sign-in.command.ts';
import { signOutRoute } from './commands/sign-in/sign-out.command.ts';
import { signUpRoute } from './commands/sign-in/sign-up.command.ts';
import { changeCollaboratorsRoutes } from './commands/team/collaborators.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { accountRoute } from './queries/account.query.ts';
import { collaboratorsRoute } from './queries/collaborators.query.ts';
import { exportFileRoute } from './queries/export-file.query.ts';
import { invitationRoute } from './queries/invitation.query.ts';
import { sessionsRoute } from './queries/sessions.query.ts';
import type { PasswordGuard } from './verify-password.ts';

/** Accounts, teams, and what the demo adds. */
export function registerAccountRoutes(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  signInRoute(app, deps, guard);
  signOutRoute(app, deps);
  accountRoute(app, deps, guard);
  signUpRoute(app, deps, guard);
  changeAccountRoute(app, deps, guard);
  verifyEmailRoutes(app, deps, guard);
  resetPasswordRoutes(app, deps, guard);
  endSessionsRoute(app, deps);
  sessionsRoute(app, deps);
  exportAccountRoute(app, deps);
  exportFileRoute(app, deps);
  deleteAccountRoutes(app, deps, guard);
  unsubscribeRoute(app, deps);
  invitationRoute(app, deps);
  changeCollaboratorsRoutes(app, deps);
  collaboratorsRoute(app, deps);
  if (deps.settings.demo) demoRoutes(app, deps);
}
