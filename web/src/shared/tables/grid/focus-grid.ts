/** Gives the focus to the active cell of the table on the screen, where what held it is gone. */
export const focusGrid = (): void => document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
