import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { handleCommand } from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  type Directory,
  type DiscoveredOrganization,
  decideOrganizationLink,
  findApplication,
  type OpenApplication,
  waitingOrganizations,
} from '@tapwise/domain';
import { readDirectory } from './read-directory.ts';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** Ad organizations that wait for an application: lists them with what holds them up, links one, or refuses it. */
export const links: Subcommand = {
  usage: 'links [--link <application_id> <org_id> | --refuse <application_id> <org_id>] [--reason <text>]',
  async run(args, tools) {
    const options = readArguments(args);
    const directory = await readDirectory(tools.log);
    if (options.decision === undefined) {
      for (const application of directory.applications.values()) {
        for (const organization of waitingOrganizations(application))
          tools.print(rowOf(directory, application, organization));
      }
      return 0;
    }
    await decide(tools, directory, options.decision, options.reason);
    return 0;
  },
};

interface Decision {
  readonly allowed: boolean;
  readonly applicationId: number;
  readonly orgId: number;
}

async function decide(
  tools: OperatorTools,
  directory: Directory,
  { allowed, applicationId, orgId }: Decision,
  reason: string | undefined,
): Promise<void> {
  const application = findApplication(directory, applicationId);
  const organization = application?.found_organizations.find(({ org_id }) => org_id === orgId);
  if (application === undefined || organization === undefined) {
    throw new UsageError(`The ad organization ${orgId} does not wait for the application ${applicationId}`);
  }
  const owner = directory.ownersByOrganization.get(orgId);
  if (allowed && owner !== undefined && owner !== application.team_id) {
    throw new UsageError(`The ad organization ${orgId} belongs to team ${owner}`);
  }
  const { position, state } = await handleCommand(tools.log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: randomUUID(),
    context: { ...tools.context, ...(reason === undefined ? {} : { reason }) },
    decide: (current) =>
      decideOrganizationLink(current, { org_id: orgId, allowed, decided_at: new Date().toISOString() }),
  });
  const decided = state.status === 'open' ? state : application;
  tools.print({ ...rowOf(directory, decided, organization), log_position: position.toString() });
}

function rowOf(directory: Directory, application: OpenApplication, { org_id, name }: DiscoveredOrganization): object {
  const owner = directory.ownersByOrganization.get(org_id);
  return {
    application_id: application.application_id,
    application: application.name,
    team_id: application.team_id,
    asa_account_name: application.submitted_names.at(-1) ?? null,
    organization_id: org_id,
    organization: name,
    proof: application.ownership_proof,
    owner_team_id: owner ?? null,
    waits_for: waitsFor(application, org_id, owner),
  };
}

/** What holds the link up: `proof`, `operator` (several teams have proofs, or another one owns it), or nothing any more. */
function waitsFor(application: OpenApplication, orgId: number, owner: number | undefined): string | null {
  if (application.refused_org_ids.includes(orgId)) return 'nothing: refused';
  if (owner !== undefined && owner !== application.team_id) return 'operator';
  if (application.allowed_org_ids.includes(orgId)) return 'nothing: links with the next pull';
  return application.ownership_proof === null ? 'proof' : 'operator';
}

function readArguments(args: readonly string[]): { decision: Decision | undefined; reason: string | undefined } {
  const options = { link: { type: 'boolean' }, refuse: { type: 'boolean' }, reason: { type: 'string' } } as const;
  let parsed: { values: { link?: boolean; refuse?: boolean; reason?: string }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { link = false, refuse = false, reason } = parsed.values;
  if (link && refuse) throw new UsageError('Either --link or --refuse');
  const ids = parsed.positionals.map((text) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN));
  const [applicationId = Number.NaN, orgId = Number.NaN] = ids;
  if (!link && !refuse) {
    if (ids.length > 0) throw new UsageError('--link or --refuse says what to do with the ids');
    return { decision: undefined, reason };
  }
  if (ids.length !== 2 || ids.some(Number.isNaN))
    throw new UsageError('An application id and an organization id are needed');
  return { decision: { allowed: link, applicationId, orgId }, reason };
}
