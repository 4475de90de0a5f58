import { readParams } from '@tapwise/contract';
import { automationMessages } from '../messages.ts';
import { type CapName, unitOfCap } from './amounts.ts';

const { errors } = automationMessages;

/**
 * What is wrong with one param as it is typed, by the rules and in the words of the server; `null` if nothing.
 * @param name `step_value` or a cap
 */
export function paramFault(name: 'step_value' | CapName, text: string, step: string, currency: string): string | null {
  const share = name !== 'step_value' && unitOfCap[name] === 'share';
  try {
    readParams(
      { ...(name === 'step_value' ? { step_type: step } : {}), [name]: share ? fraction(text) : text },
      currency,
    );
    return null;
  } catch (fault) {
    // The server takes a fraction, the page percent.
    return share ? errors.share : fault instanceof Error ? fault.message : errors.share;
  }
}

/** Percent as a fraction; what is no number stays as it was typed. */
function fraction(text: string): number | string {
  return /^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text.trim()) * 1e4) / 1e6 : text;
}
