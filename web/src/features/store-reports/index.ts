// What the screens made of the store's own reports share.
export { NotSetUp } from './components/NotSetUp.tsx';
export { StoreScreen, storeStaleAfter } from './components/StoreScreen.tsx';
export { useStoreScope } from './components/use-store-scope.ts';
