import { installStream, subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../../../projections/src/testing/random/seeded-random.ts';
import { type IngestService, startIngestService } from '../../support/services/ingest-service.ts';
import { BadDays } from './model/bad-days.ts';

/** `SDK_RUNS=2000` runs as many phones, `SDK_RUNS=1:77` the one with this seed. */
const [runs = 60, firstSeed = Date.now() % 1_000_000] = (process.env.SDK_RUNS ?? '60').split(':').map(Number);
const applicationId = 37;
let service: IngestService;
let apiKey: string;

beforeAll(async () => {
  service = await startIngestService();
  apiKey = await service.addApplication({ id: applicationId, adamId: 1500000037, bundleId: 'com.example.phones' });
});
afterAll(() => service.stop());

/** What the log holds of a phone, beside what it must hold. */
async function live(seed: number): Promise<{ found: unknown; wanted: unknown }> {
  const phone = await new BadDays(service, { apiKey, random: randomOf(seed), name: `phone-${seed}` }).live();
  const events = await service.events(installStream(applicationId, phone.installId));
  const reports = events.filter(({ type }) => type === 'InstallReported');
  const links = await Promise.all(phone.bought.map((id) => service.events(subscriptionStream(id))));
  const decisions = events.filter(({ type }) => type === 'InstallAttributed' || type === 'InstallFoundOrganic');
  const [report] = reports;
  const reportedAt = report?.type === 'InstallReported' ? Date.parse(report.data.first_launch_at) / 1000 : Number.NaN;
  const offMinutes = phone.firstLaunch === undefined ? 0 : Math.abs(reportedAt - phone.firstLaunch) / 60;
  return {
    found: {
      isSettled: phone.isSettled,
      reports: reports.length,
      decisions: decisions.map(({ type }) => type),
      isFirstLaunchRight: offMinutes <= 5.1,
      calls: phone.calls.length,
      links: links.map((link) => link.map(({ data }) => ('install_id' in data ? data.install_id : undefined))),
    },
    wanted: {
      isSettled: true,
      reports: 1,
      decisions: [phone.hasAd ? 'InstallAttributed' : 'InstallFoundOrganic'],
      isFirstLaunchRight: true,
      calls: phone.wasKilledInCall ? 0 : 1,
      links: phone.bought.map(() => [phone.installId]),
    },
  };
}

describe('a phone that goes through losses, kills, wrong clocks, refusals and odd answers', () => {
  it(`is one install with its ad, each purchase linked once: ${runs} phones from seed ${firstSeed} on`, async () => {
    console.info(`SDK_RUNS=${runs}:${firstSeed}`);
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const { found, wanted } = await live(seed);
      expect(found, `SDK_RUNS=1:${seed}`).toEqual(wanted);
    }
  });
});
