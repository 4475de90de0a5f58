import { settingsMessages as words } from '../messages.ts';

/** The steps of the store connection, in order. */
export const wizardSteps = ['keys', 'vendor', 'secret'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Everything typed so far; kept while the screen is open, also when the dialog is closed. */
export interface WizardValues {
  issuerId: string;
  keyId: string;
  /** Name and text of the key file; the text is never shown. */
  keyFile: { name: string; text: string } | null;
  vendorNumber: string;
  secret: string;
}

export const emptyWizard: WizardValues = { issuerId: '', keyId: '', keyFile: null, vendorNumber: '', secret: '' };

/** With keys and vendor number stored only the shared secret is asked for. */
export function firstStep(state: 'not_integrated' | 'partially_integrated' | 'integrated'): WizardStep {
  return state === 'partially_integrated' ? 'secret' : 'keys';
}

export type WizardFaults = Partial<Record<keyof WizardValues, string>>;

/** What is missing in a step, by field. */
export function faultsOf(step: WizardStep, values: WizardValues): WizardFaults {
  const faults: WizardFaults = {};
  if (step === 'keys') {
    if (values.issuerId.trim() === '') faults.issuerId = words.issuerMissing;
    if (values.keyId.trim() === '') faults.keyId = words.keyIdMissing;
    if (values.keyFile === null) faults.keyFile = words.keyFileMissing;
  }
  if (step === 'vendor' && values.vendorNumber.trim() === '') faults.vendorNumber = words.vendorMissing;
  if (step === 'secret' && values.secret.trim() === '') faults.secret = words.secretMissing;
  return faults;
}

/** Why the dropped or chosen files are no key file; `null` when they are. */
export function fileFault(files: readonly { name: string }[]): string | null {
  if (files.length > 1) return words.oneFile;
  return files.every(({ name }) => name.toLowerCase().endsWith('.p8')) ? null : words.notP8;
}
