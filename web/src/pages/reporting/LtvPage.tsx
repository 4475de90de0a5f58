import { CurveScreen } from '../../features/reporting/curves/index.ts';
import { SignedIn } from '../SignedIn.tsx';

export function LtvPage() {
  return (
    <SignedIn>
      <CurveScreen kind="cltv" />
    </SignedIn>
  );
}
