export { AlertBuilderScreen } from './components/alert/AlertBuilderScreen.tsx';
export { BuilderScreen } from './components/builder/BuilderScreen.tsx';
export { ConflictsScreen } from './components/conflicts/ConflictsScreen.tsx';
export { NewRuleMenu } from './components/NewRuleMenu.tsx';
export { CustomRulePage } from './components/page/CustomRulePage.tsx';
