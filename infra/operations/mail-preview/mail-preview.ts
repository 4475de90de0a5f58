import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '@tapwise/adapters';
import { htmlBody, mailDay, mailInstant, mailKindNames, mailTexts, plainBody } from '@tapwise/domain';

/** Writes every mail there is, in text and in HTML, with example words; prints where. */
const instant = '2026-12-21T17:05:00.000Z';
const examples = {
  name: 'Ada',
  team: 'Moonvale',
  application: 'Calm',
  rule: 'Raise starting bids',
  endpoint: 'https://hooks.example/tapwise',
  integration: 'The store connection',
  problem: 'Apple did not accept this key. Check Issuer ID and KEY ID.',
  support: 'help@tapwise.example',
  link: 'https://tapwise.example/verify#token=example',
  more: 3,
  at: mailInstant(instant),
  erased_at: mailInstant(instant),
  day: mailDay(instant),
  expires: mailDay(instant),
  trial_end: mailDay(instant),
  days: 3,
  plan: '40,000 installs a month, billed each month',
  percent: 80,
  month: 'December',
  installs: '32,000',
  limit: '40,000',
};
const rows = ['calm music: bid raised from $1.00 to $1.10', 'sleep sounds: left as it is, the cap is reached'];

const folder = join(readEnvironment().DATA_DIR, 'mail-preview');
await mkdir(folder, { recursive: true });
for (const kind of mailKindNames) {
  const { subject, blocks } = mailTexts[kind](examples, rows);
  await writeFile(join(folder, `${kind}.txt`), `Subject: ${subject}\n\n${plainBody(blocks)}`);
  await writeFile(join(folder, `${kind}.html`), htmlBody(blocks));
  console.log(`${kind.padEnd(24)} ${subject}`);
}
console.log(`${mailKindNames.length} mails, each as .txt and .html, in ${folder}`);
