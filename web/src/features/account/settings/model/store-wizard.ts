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
  const secret = values.secret.trim();
  if (step === 'secret' && secret === '') faults.secret = words.secretMissing;
  else if (step === 'secret' && !secretForm.test(secret)) faults.secret = words.secretWrong;
  return faults;
}

const secretForm = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;
const usualSecret = /^[\da-f]{32}$/i;

/** Whether a secret is none that Apple makes today; it is taken all the same. */
export const isUnusualSecret = (secret: string): boolean => secret.trim() !== '' && !usualSecret.test(secret.trim());

/** Apple's have 257 bytes. */
const largestKeyFile = 8 * 1024;

/** Why the dropped or chosen files are no key file; `null` when they are. */
export function fileFault(files: readonly { name: string; size: number }[]): string | null {
  if (files.length > 1) return words.oneFile;
  if (!files.every(({ name }) => name.toLowerCase().endsWith('.p8'))) return words.notP8;
  return files.some(({ size }) => size > largestKeyFile) ? words.notAKey : null;
}
