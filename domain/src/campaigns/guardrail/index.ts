export type { GuardrailScope, Guardrails } from './guardrails.ts';
export {
  asksBudgets,
  guardedRows,
  guardrailsField,
  guardrailsOf,
  guardrailsShape,
} from './guardrails.ts';
export { isQuiet } from './quiet-hours.ts';
