import { Suspense } from 'react';
import { RuleScreen } from '../../features/campaigns/automation/index.ts';
import { lazyPart } from '../../shared/page/lazy-part.tsx';

const CustomRulePage = lazyPart(
  async () => (await import('../../features/campaigns/custom-rules/index.ts')).CustomRulePage,
);

export function AutomationRulePage() {
  return (
    <RuleScreen
      customRule={(props) => (
        <Suspense fallback={null}>
          <CustomRulePage {...props} />
        </Suspense>
      )}
    />
  );
}
