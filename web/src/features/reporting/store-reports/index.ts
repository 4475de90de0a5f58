// What the screens made of the store's own reports share.
export { NotSetUp } from './components/NotSetUp.tsx';
export { StoreScreen } from './components/StoreScreen.tsx';
export { storeStaleAfter } from './components/UpdatedAge.tsx';
export { useStoreScope } from './components/use-store-scope.ts';
