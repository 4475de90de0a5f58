import { CurveScreen } from '../../features/reporting/curves/index.ts';
import { SignedIn } from '../SignedIn.tsx';

export function TrialConversionPage() {
  return (
    <SignedIn>
      <CurveScreen kind="trial_conversion" />
    </SignedIn>
  );
}
