import { metricsRegistry } from '@tapwise/adapters';
import { failureSourceNames } from '@tapwise/domain';
import { Gauge } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { disconnectedOrganizations } from '../queries/apple-ads-part.ts';

const registers = [metricsRegistry];
const open = new Gauge({
  name: 'tapwise_failures',
  help: 'Outside services, and files of theirs, that do not work now; by what is asked.',
  labelNames: ['kind'],
  registers,
});
const oldest = new Gauge({
  name: 'tapwise_failure_oldest_seconds',
  help: 'How long the oldest of these failures has lasted; 0 without any.',
  labelNames: ['kind'],
  registers,
});

const standing = new Gauge({
  name: 'tapwise_apple_ads_standing',
  help: 'Organizations that can neither be read nor changed at Apple Ads until something about their connection changes.',
  registers,
});

/** Sets the figures of failures, by what the log says. */
export function measureFailures(deps: Pick<ApiDependencies, 'appleAds' | 'directory' | 'now'>): void {
  const { directory, now } = deps;
  standing.set(disconnectedOrganizations(deps));
  const failures = [...directory.state.failures.values()].flatMap((failure) => failure.open);
  for (const kind of failureSourceNames) {
    const ofKind = failures.filter(({ source }) => source === kind);
    const ages = ofKind.map(({ began_at }) => (now().getTime() - Date.parse(began_at)) / 1000);
    open.set({ kind }, ofKind.length);
    oldest.set({ kind }, Math.max(0, ...ages));
  }
}
