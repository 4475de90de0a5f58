/** Stream of one team: its members, their access and pending invitations. */
export const teamStream = (teamId: number): string => `team-${teamId}`;
