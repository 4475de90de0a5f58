import { z } from 'zod';
import { automaticWorkReleased, automaticWorkStopped } from '../../campaigns/guardrail/guardrail.events.ts';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { accessField, encryptedField, instantField } from '../../shared/fields.ts';
import { sqlUserEvents } from './sql/sql-user.events.ts';

const context = 'team';
const stream = 'team-<teamId>';
const teamId = z.number().int().positive();
const accountId = z.number().int().positive();

export const teamFounded = defineEvent({
  type: 'TeamFounded',
  context,
  stream,
  meaning: 'A team was founded; its trial runs from that instant. Its founder joins in the same append.',
  data: {
    team_id: teamId,
    name: encryptedField,
    founded_at: instantField,
    trial_expires_at: instantField,
    demo: z.boolean(),
  },
});

export const teamRenamed = defineEvent({
  type: 'TeamRenamed',
  context,
  stream,
  meaning: 'An admin gave the team another name.',
  data: { team_id: teamId, name: encryptedField, changed_at: instantField },
});

export const teamTrialMoved = defineEvent({
  type: 'TeamTrialMoved',
  context,
  stream,
  meaning: 'An operator set another end of the trial.',
  data: { team_id: teamId, trial_expires_at: instantField, moved_at: instantField },
});

export const teamMemberInvited = defineEvent({
  type: 'TeamMemberInvited',
  context,
  stream,
  version: 2,
  meaning:
    'An address was invited; an earlier invitation of the same address is void. The token is kept as ciphertext, for the list of admins.',
  data: {
    team_id: teamId,
    token_hash: z.string(),
    token: encryptedField.nullable(),
    email: encryptedField,
    email_hash: z.string(),
    access: accessField,
    invited_by: accountId,
    invited_at: instantField,
    expires_at: instantField,
  },
});

export const teamInvitationRevoked = defineEvent({
  type: 'TeamInvitationRevoked',
  context,
  stream,
  meaning: 'An admin took an invitation back before it was accepted.',
  data: { team_id: teamId, token_hash: z.string(), revoked_at: instantField },
});

export const teamMemberJoined = defineEvent({
  type: 'TeamMemberJoined',
  context,
  stream,
  meaning: 'An account belongs to the team, by founding it (no token) or by an invitation, which is used up.',
  data: {
    team_id: teamId,
    account_id: accountId,
    access: accessField,
    token_hash: z.string().nullable(),
    joined_at: instantField,
  },
});

export const teamMemberAccessChanged = defineEvent({
  type: 'TeamMemberAccessChanged',
  context,
  stream,
  meaning: 'A member may do more, or less, than before.',
  data: { team_id: teamId, account_id: accountId, access: accessField, changed_at: instantField },
});

export const teamMemberRemoved = defineEvent({
  type: 'TeamMemberRemoved',
  context,
  stream,
  meaning: 'An admin removed a member, whose sessions end with it.',
  data: { team_id: teamId, account_id: accountId, removed_at: instantField },
});

export const teamMemberLeft = defineEvent({
  type: 'TeamMemberLeft',
  context,
  stream,
  meaning: 'A member deleted their account, whose sessions end with it.',
  data: { team_id: teamId, account_id: accountId, left_at: instantField },
});

export const teamClosed = defineEvent({
  type: 'TeamClosed',
  context,
  stream,
  meaning: 'The last person of the team deleted their account: its applications are gone, and their keys are refused.',
  data: { team_id: teamId, application_ids: z.array(z.number().int().positive()), closed_at: instantField },
});

export const teamEvents = [
  teamFounded,
  teamRenamed,
  teamTrialMoved,
  teamMemberInvited,
  teamInvitationRevoked,
  teamMemberJoined,
  teamMemberAccessChanged,
  teamMemberRemoved,
  teamMemberLeft,
  teamClosed,
  automaticWorkStopped,
  automaticWorkReleased,
  ...sqlUserEvents,
] as const;
export type TeamEvent = EventOf<(typeof teamEvents)[number]>;
