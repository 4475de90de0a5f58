export { BuilderScreen } from './components/builder/BuilderScreen.tsx';
export { NewRuleMenu } from './components/NewRuleMenu.tsx';
