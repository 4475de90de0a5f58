const copiedMs = 2000;

/** Makes the buttons of code boxes copy their code; without a clipboard they stay hidden. */
export function offerCopies(page: Document): void {
  if (navigator.clipboard === undefined) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener('click', () => {
      const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
      void navigator.clipboard.writeText(code).then(() => {
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = label;
        }, copiedMs);
      });
    });
  }
}
