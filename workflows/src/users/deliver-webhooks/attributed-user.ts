import type { EventLog } from '@tapwise/adapters';
import {
  type Attribution,
  dayInZone,
  fold,
  type InstallEvent,
  type InstallState,
  installDecider,
  installStream,
  type OpenApplication,
  type SubscriptionView,
} from '@tapwise/domain';

/** Whom a purchase belongs to, as far as webhooks ask: only users that a campaign of a linked organization brought are reported. */
export type UserAttribution =
  | {
      readonly kind: 'attributed';
      readonly install_id: string;
      readonly install_date: string;
      readonly organization_id: number;
      readonly attribution: Attribution;
    }
  /** Not known yet: no link came, or the attribution is open. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none' };

/** Reads what is known of an install. */
export type InstallReader = (applicationId: number, installId: string) => Promise<InstallState>;

/** Reads each install once. */
export function createInstallReader(log: EventLog): InstallReader {
  const cache = new Map<string, Promise<InstallState>>();
  return (applicationId, installId) => {
    const stream = installStream(applicationId, installId);
    const reading = cache.get(stream) ?? readInstall(log, stream);
    cache.set(stream, reading);
    return reading;
  };
}

/** @throws the log's own error. */
export async function findUser(
  installOf: InstallReader,
  { application_id, organizations }: OpenApplication,
  view: Pick<SubscriptionView, 'install_candidates'> | null,
): Promise<UserAttribution> {
  for (const candidate of view?.install_candidates ?? []) {
    // The store spells account tokens in lower case, apps as they like.
    for (const install_id of new Set([candidate, candidate.toLowerCase(), candidate.toUpperCase()])) {
      const install = await installOf(application_id, install_id);
      if (install.status === 'unknown') continue;
      if (install.status === 'pending') return { kind: 'waiting' };
      if (install.status !== 'attributed') return { kind: 'none' };
      const { attribution, report } = install;
      const organization = organizations.find(({ org_id }) => org_id === attribution.org_id);
      if (organization === undefined) return { kind: 'none' };
      const install_date = dayInZone(Date.parse(report.first_launch_at), organization.time_zone);
      return { kind: 'attributed', install_id, install_date, organization_id: organization.org_id, attribution };
    }
  }
  return { kind: 'waiting' };
}

async function readInstall(log: EventLog, stream: string): Promise<InstallState> {
  const recorded = await log.readStream(stream);
  return fold(
    installDecider,
    recorded.map(({ event }) => event as InstallEvent),
  );
}
