export { ManageScreen } from './components/manage/ManageScreen.tsx';
export { PageReportScreen } from './components/report/PageReportScreen.tsx';
