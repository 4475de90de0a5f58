import type { CommandContext } from '@tapwise/adapters';

/** Who acts in a test when it does not matter who does. */
export const asTest: CommandContext = { actor: { kind: 'system', id: 'test' } };
