import { signIn } from './people.ts';
import type { Shape, Target } from './target.ts';

/**
 * Makes a state, once: what an earlier run made is found by its login, and what that run left unfinished is completed.
 * @throws Error in words, when a call is refused or something else is read back than was made.
 */
export async function makeShape(shape: Shape, target: Target): Promise<'made' | 'exists'> {
  // Nothing has to be waited for where it exists.
  const isThere = signIn(target, shape.person).then(() => shape.verify({ ...target, patienceMs: 0 }));
  const exists = await isThere.then(
    () => true,
    () => false,
  );
  if (exists) return 'exists';
  await shape.make(target);
  await shape.verify(target);
  return 'made';
}
