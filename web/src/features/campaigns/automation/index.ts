export { RulesScreen } from './components/list/RulesScreen.tsx';
export { RuleScreen } from './components/rule/RuleScreen.tsx';
