import { parseArgs } from 'node:util';
import type { AdsPlatformClient, SearchAdsClient } from '@tapwise/adapters';
import { DomainError, dayInZone } from '@tapwise/domain';
import { readDirectory } from '../../read-directory.ts';
import { type OperatorTools, type Subcommand, UsageError } from '../../subcommand.ts';
import { openAdsPlatform, openOlderAds } from '../ads-clients.ts';
import { applicationsOf, type Linked } from '../linked-organizations.ts';
import { organizationOf } from '../load-days.ts';
import { printFailure } from '../print-failure.ts';
import { accessForComparison } from './access-for-comparison.ts';
import { compareFigures } from './compare-figures.ts';
import { compareObjects } from './compare-objects.ts';
import type { ComparedApplication, Difference } from './difference.ts';

/** Reads an organization by both versions of the interface and prints what is not the same. */
export const compareAdsApi: Subcommand = {
  usage: 'compare-ads-api <org_id>',
  async run(args, tools) {
    const orgId = readArguments(args);
    try {
      const directory = await readDirectory(tools.log);
      const linked = applicationsOf(directory, orgId);
      const [first] = linked;
      if (first === undefined) throw new DomainError('not_found');
      const access = await accessForComparison(tools, directory, first);
      const older = openOlderAds(tools.environment);
      const newer = openAdsPlatform(tools.environment, { accessOf: () => access });
      try {
        await compareAll(tools, linked, { older, newer });
      } finally {
        await Promise.all([older.close(), newer.close()]);
      }
      return 0;
    } catch (error) {
      return printFailure(tools, error);
    }
  },
};

interface BothClients {
  readonly older: SearchAdsClient;
  readonly newer: AdsPlatformClient;
}

async function compareAll({ print }: OperatorTools, linked: readonly Linked[], clients: BothClients): Promise<void> {
  let objects = 0;
  let cells = 0;
  let differ = 0;
  const onDifference = (difference: Difference): void => {
    differ += 1;
    print(difference);
  };
  for (const { application, organization } of linked) {
    const { org_id: orgId, currency, time_zone } = organization;
    const today = dayInZone(Date.now(), time_zone);
    const compared: ComparedApplication = {
      ...clients,
      orgId,
      currency,
      adamId: application.adam_id,
      today,
      onDifference,
    };
    const { count, campaignIds } = await compareObjects(compared);
    objects += count;
    cells += await compareFigures(compared, campaignIds);
  }
  print({ status: 'success', objects, cells, differ });
}

function readArguments(args: readonly string[]): number {
  try {
    return organizationOf(parseArgs({ args: [...args], allowPositionals: true }).positionals);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
