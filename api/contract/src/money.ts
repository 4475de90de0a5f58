// Amounts, as the server reads and writes them.
export { amountText, decimalsOf, decimalsText, readAmount } from '@tapwise/domain';
