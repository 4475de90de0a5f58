/** When each user of SQL was last seen, and from where. */
export interface LastUses {
  note(user: string, address: string, at: Date): void;
  of(user: string): { last_used_at: string | null; last_used_address: string | null };
}

/** Kept since the process started. */
export function createLastUses(): LastUses {
  const lastUses = new Map<string, { last_used_at: string; last_used_address: string }>();
  return {
    note: (user, address, at) =>
      void lastUses.set(user, { last_used_at: at.toISOString(), last_used_address: address }),
    of: (user) => lastUses.get(user) ?? { last_used_at: null, last_used_address: null },
  };
}
