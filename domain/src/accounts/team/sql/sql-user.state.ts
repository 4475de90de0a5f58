import type { EventOf } from '../../../shared/define-event.ts';
import type { sqlUserEvents } from './sql-user.events.ts';

export type SqlUserEvent = EventOf<(typeof sqlUserEvents)[number]>;
type EventData<Type extends SqlUserEvent['type']> = Extract<SqlUserEvent, { type: Type }>['data'];

/** A user of SQL. Its name stays taken when it is revoked. */
export interface SqlUser extends Omit<EventData<'SqlUserCreated'>, 'team_id'> {
  /** The password before the present one, until it ends. */
  readonly former: { readonly password_hash: string; readonly ends_at: string } | null;
  readonly revoked: boolean;
}

/** The users of SQL of a team after an event. */
export function sqlUsersAfter(users: readonly SqlUser[], event: SqlUserEvent): readonly SqlUser[] {
  const { data } = event;
  if (event.type === 'SqlUserCreated') {
    const { team_id: _team, ...created } = event.data;
    return [...users.filter(({ user }) => user !== data.user), { ...created, former: null, revoked: false }];
  }
  return users.map((sqlUser) => (sqlUser.user === data.user ? { ...sqlUser, ...changeBy(sqlUser, event) } : sqlUser));
}

function changeBy(existing: SqlUser, event: Exclude<SqlUserEvent, { type: 'SqlUserCreated' }>): Partial<SqlUser> {
  switch (event.type) {
    case 'SqlUserChanged': {
      const { label, application_ids, addresses } = event.data;
      return { label, application_ids, addresses };
    }
    case 'SqlUserRotated': {
      const { password_hash, former_ends_at: ends_at } = event.data;
      return { password_hash, former: { password_hash: existing.password_hash, ends_at } };
    }
    case 'SqlUserRevoked':
      return { revoked: true };
  }
}

const eventTypes: ReadonlySet<string> = new Set<SqlUserEvent['type']>([
  'SqlUserCreated',
  'SqlUserChanged',
  'SqlUserRotated',
  'SqlUserRevoked',
]);

export const isSqlUserEvent = (event: { type: string }): event is SqlUserEvent => eventTypes.has(event.type);
