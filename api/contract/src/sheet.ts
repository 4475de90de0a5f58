// What cells of spreadsheets hold, in files of the page and of the server.
export { sheetFormat, sheetString } from '@tapwise/domain';
