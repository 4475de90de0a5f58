export { CreationCard } from './components/CreationCard.tsx';
export { CreationWatch } from './components/CreationWatch.tsx';
export { JobsButton } from './components/JobsButton.tsx';
export { RecentCreations } from './components/RecentCreations.tsx';
export { refreshAfterEnd, reportCreated } from './components/report-created.ts';
