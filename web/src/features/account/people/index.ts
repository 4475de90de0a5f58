export { collaboratorsQuery } from './api/people-api.ts';
export { DataSection } from './components/DataSection.tsx';
export { NotificationsSection } from './components/NotificationsSection.tsx';
export { ProfileSection } from './components/ProfileSection.tsx';
export { SessionsSection } from './components/SessionsSection.tsx';
export { TeamSection } from './components/TeamSection.tsx';
