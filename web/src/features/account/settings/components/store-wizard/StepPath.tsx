import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark';
import { type WizardStep, wizardSteps } from '../../model/store-wizard.ts';
import styles from './wizard.module.css';

const names: Record<WizardStep, string> = { keys: 'Keys', vendor: 'Vendor number', secret: 'Shared secret' };

/** The steps, those behind checked, this one named as the current. */
export function StepPath({ step }: { step: WizardStep }) {
  const stepIndex = wizardSteps.indexOf(step);
  return (
    <ol className={styles.path} aria-label="Steps">
      {wizardSteps.map((name, index) => {
        const state = index < stepIndex ? 'done' : index === stepIndex ? 'now' : 'later';
        return (
          <li
            className="row gap-8 nowrap"
            key={name}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={styles.circle} aria-hidden="true">
              {state === 'done' ? <Checkmark16Regular /> : index + 1}
            </span>
            <span>{names[name]}</span>
            {state === 'done' && <span className="visually-hidden">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}
