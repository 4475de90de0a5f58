export { AppShell } from './components/AppShell.tsx';
export { TitleRow } from './components/TitleRow.tsx';
export { daysLeft } from './model/days-left.ts';
