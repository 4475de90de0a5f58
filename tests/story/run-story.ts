import { backupStory } from './backup-story.ts';
import { customerStory } from './customer-story.ts';
import { ownRuleStory } from './own-rule-story.ts';

/** Stories that anyone can run, by name; each ends by itself, with an error when a step does not come true. */
const stories: Readonly<Record<string, () => Promise<void>>> = {
  customer: customerStory,
  backup: backupStory,
  'own-rule': ownRuleStory,
};

const [name = 'customer'] = process.argv.slice(2);
const play = Object.hasOwn(stories, name) ? stories[name] : undefined;
if (play === undefined) {
  console.error(`Usage: npm run story -- ${Object.keys(stories).join('|')}`);
  process.exit(2);
}
try {
  await play();
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.stack : error);
}
// Simulators keep timers of their own.
process.exit();
