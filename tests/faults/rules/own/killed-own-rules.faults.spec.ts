import { expect, it } from 'vitest';
import { limits } from '../../../../infra/operations/test/limits.ts';
import { runOwnRulesWithKills } from './killed-own-rules.ts';

/** The short form of `npm run faults -- own-rules`. */
it(
  'carries out what custom rules decide and tells what alerts find once, whenever their process dies',
  async () => {
    const { rules, alerts, writtenAlerts } = await runOwnRulesWithKills({ kills: 2, seed: 1129, slotSeconds: 10 });
    const nothing = { open: [], lost: [], twice: [] };
    expect({ rules, alerts, writtenAlerts }).toMatchObject({ rules: nothing, alerts: nothing, writtenAlerts: nothing });
    expect(rules.decided).toBeGreaterThan(0);
    expect(alerts.messages).toBe(4);
    expect(writtenAlerts.incidents).toBeGreaterThan(0);
    expect(writtenAlerts.digests).toBeGreaterThan(0);
  },
  limits.longTestMs,
);
