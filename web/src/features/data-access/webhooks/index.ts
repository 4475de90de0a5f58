export { WebhooksScreen } from './components/WebhooksScreen.tsx';
