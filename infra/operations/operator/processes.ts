import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, handleCommand, respondsAt, type TemporalAddress, temporalAddress } from '@tapwise/adapters';
import {
  abandonTemporal,
  fold,
  type ProcessEngineEvent,
  processEngineDecider,
  processEngineStream,
} from '@tapwise/domain';
import { z } from 'zod';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** What runs the processes: says it, or gives them back to the product where Temporal does not come back. */
export const processes: Subcommand = {
  usage: 'processes [--local --reason <text>]',
  async run(args, tools) {
    const { local, reason } = readArguments(args);
    const { log, print, environment } = tools;
    const engine = fold(
      processEngineDecider,
      (await log.readStream(processEngineStream)).map(({ event }) => event as ProcessEngineEvent),
    );
    const at = temporalOf(environment);
    const responds = at !== undefined && (await respondsAt(at));
    const row = { temporal: at?.address ?? null, responds };
    if (!local || engine === 'local') {
      print({ engine, ...row });
      return 0;
    }
    if (responds) {
      print({ engine, ...row });
      tools.complain(`Temporal answers at ${at.address}: the processes stay there`);
      return 1;
    }
    const log_position = await abandon(tools, reason);
    print({ engine: 'local', ...row, log_position });
    return 0;
  },
};

async function abandon({ log, context }: OperatorTools, reason: string): Promise<string> {
  const { position } = await handleCommand(log, {
    stream: processEngineStream,
    decider: processEngineDecider,
    cause: randomUUID(),
    context: { ...context, reason },
    decide: (engine) => abandonTemporal(engine, new Date().toISOString()),
  });
  return position.toString();
}

function readArguments(args: readonly string[]): { local: boolean; reason: string } {
  let values: { local?: boolean | undefined; reason?: string | undefined };
  try {
    const options = { local: { type: 'boolean' }, reason: { type: 'string' } } as const;
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { local = false, reason = '' } = values;
  if (local && (reason.trim() === '' || reason.length > 500))
    throw new UsageError('--reason takes 1 to 500 characters');
  if (!local && values.reason !== undefined) throw new UsageError('--reason only with --local');
  return { local, reason };
}

const writtenSchema = z.object({ temporal: z.string().optional() });

/** Where the product looks for Temporal: as the environment says, else where the product of this `DATA_DIR` does. */
function temporalOf(environment: Environment): TemporalAddress | undefined {
  const address = temporalAddress(environment);
  if (address !== undefined) return address;
  try {
    const written: unknown = JSON.parse(readFileSync(join(environment.DATA_DIR, 'run', 'workflows.json'), 'utf8'));
    const { temporal } = writtenSchema.parse(written);
    return temporal === undefined ? undefined : { address: temporal, namespace: environment.TEMPORAL_NAMESPACE };
  } catch {
    // No product has run here.
    return undefined;
  }
}
