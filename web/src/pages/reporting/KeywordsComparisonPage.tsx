import { KeywordsComparisonScreen } from '../../features/reporting/keywords-comparison/index.ts';

export function KeywordsComparisonPage() {
  return <KeywordsComparisonScreen />;
}
