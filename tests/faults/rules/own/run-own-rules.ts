import { randomInt } from 'node:crypto';
import { runOwnRulesWithKills } from './killed-own-rules.ts';

/** Kills during runs of rules that people wrote, evaluations of alerts and sends. Arguments: kills, seed. @returns whether all is well. */
export async function runOwnRules([
  kills = '50',
  seed = String(randomInt(2 ** 31)),
]: readonly string[]): Promise<boolean> {
  const { rules, alerts, writtenAlerts, seconds } = await runOwnRulesWithKills({
    kills: Number(kills),
    seed: Number(seed),
    slotSeconds: 4,
  });
  const open = [rules, alerts, writtenAlerts].flatMap((figures) => figures.open);
  const lost = [rules, alerts, writtenAlerts].flatMap((figures) => figures.lost);
  const twice = [rules, alerts, writtenAlerts].flatMap((figures) => figures.twice);
  console.log(`kills: ${kills} in ${seconds.toFixed(0)} s, seed ${seed}`);
  console.log(`rules: ${rules.runs} runs, ${rules.decided} bids decided to be raised`);
  console.log(
    `alerts: ${alerts.incidents} incidents, ${alerts.messages} messages; ${alerts.unknown} of Slack were cut off and are not sent again`,
  );
  console.log(
    `alerts of people: ${writtenAlerts.incidents} incidents, ${writtenAlerts.messages} messages, ${writtenAlerts.mails} mails, ${writtenAlerts.digests} of them about several`,
  );
  console.log(`twice: ${twice.length} (aim 0); lost: ${lost.length} (aim 0); not ended: ${open.length} (aim 0)`);
  for (const line of [...twice, ...lost, ...open].slice(0, 40)) console.log(`  ${line}`);
  return twice.length + lost.length + open.length === 0 && rules.decided > 0 && alerts.messages > 0;
}
