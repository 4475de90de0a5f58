/** Streams of teams; their names begin with it. */
export const teamStreamPrefix = 'team-';
/** Stream of one team: its members, their access and pending invitations. */
export const teamStream = (teamId: number): string => `${teamStreamPrefix}${teamId}`;
