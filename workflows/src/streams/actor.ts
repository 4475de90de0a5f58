import type { CommandContext } from '@tapwise/adapters';

/** A workflow, or work done as regularly as one, as the one who changes something. @param id Its folder or what it does. */
export const workflowActor = (id: string): CommandContext => ({ actor: { kind: 'workflow', id } });
