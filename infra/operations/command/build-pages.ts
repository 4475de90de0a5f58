import { publicUrl, readEnvironment, salesUrl } from '@tapwise/adapters';
import { buildWeb } from '../start/pages/build-web.ts';
import { installedSite } from '../start/pages/write-site.ts';

/** Builds the dashboard and the public pages, with the addresses that the environment says. */
export async function buildPages(root: string): Promise<'built' | 'current'> {
  const environment = readEnvironment();
  const addresses = { publicUrl: publicUrl(environment), contact: salesUrl(environment) };
  return buildWeb(root, addresses, installedSite(environment.DATA_DIR));
}
