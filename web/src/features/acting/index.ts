export { undoChange } from './api/write-calls.ts';
export { ActingTable } from './components/ActingTable.tsx';
export { OutcomeBadge, ToneBadge } from './components/OutcomeBadge.tsx';
export { isDone } from './model/write-answer.ts';
