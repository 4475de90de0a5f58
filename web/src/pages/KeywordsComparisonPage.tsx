import { KeywordsComparisonScreen } from '../features/keywords-comparison/index.ts';

export function KeywordsComparisonPage() {
  return <KeywordsComparisonScreen />;
}
