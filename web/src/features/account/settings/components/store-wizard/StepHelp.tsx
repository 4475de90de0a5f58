import type { WizardStep } from '../../model/store-wizard.ts';
import styles from './wizard.module.css';

const help: Record<WizardStep, string[]> = {
  keys: [
    "Open the store account's website as admin or owner.",
    'Choose Users and Access, then Integrations, then App Store Connect API.',
    'Make a team key with the access “Sales and Reports” and download it: it can be downloaded once.',
    'The Issuer ID is above the list of keys, the KEY ID beside the new one.',
  ],
  vendor: [
    "Open the store account's website as admin or owner.",
    'Choose Payments and Financial Reports.',
    'Your vendor number is at the top left, under the legal name.',
  ],
  secret: [
    'Open the app on the store account’s website.',
    'Choose App Information, then App-Specific Shared Secret.',
    'Choose Manage, make one if there is none, and copy it.',
  ],
};

/** Where the values of a step are found. */
export function StepHelp({ step }: { step: WizardStep }) {
  return (
    <aside className={styles.help} aria-label="Where do I find this?">
      <h3>Where do I find this?</h3>
      <ol>
        {help[step].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </aside>
  );
}
