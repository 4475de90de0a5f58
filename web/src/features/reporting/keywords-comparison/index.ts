export { KeywordsComparisonScreen } from './components/KeywordsComparisonScreen.tsx';
