import { CurveScreen } from '../features/curves/index.ts';
import { SignedIn } from './SignedIn.tsx';

export function TrialConversionPage() {
  return (
    <SignedIn>
      <CurveScreen kind="trial_conversion" />
    </SignedIn>
  );
}
