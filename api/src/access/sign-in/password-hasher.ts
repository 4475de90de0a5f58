import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from '../limits/limiter.ts';

// OWASP's first choice for argon2id; 19 MiB each, so two at once are bounded memory and leave a core to others.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const mayWait = 200;

export interface PasswordHasher {
  /** argon2id in the PHC string format. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash the same work is done and the answer is no, so that
   * the time does not reveal who has an account.
   */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** @throws from its methods: DomainError `too_many_requests` when too many are waiting. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const limit = createLimiter(atOnce, mayWait);
  const decoy = await hash(randomBytes(24).toString('hex'), cost);
  return {
    hash: (password) => limit(() => hash(password, cost)),
    verify: async (passwordHash, password) => {
      const right = await limit(() => verify(passwordHash ?? decoy, password));
      return right && typeof passwordHash === 'string';
    },
  };
}
