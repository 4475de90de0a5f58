/** A piece of a mail: a line, or a table whose first row is its head. */
export type MailPiece = { text: string } | { head: string[]; rows: string[][] };

/**
 * What a mail says, as text. Its HTML is read without being shown: nothing in it can be loaded, run or styled here.
 * @param html body of the mail
 */
export function readMail(html: string): MailPiece[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('p, li, table')].map((element) => {
    if (!(element instanceof HTMLTableElement)) return { text: textOf(element) };
    const [head = [], ...rows] = [...element.rows].map((row) => [...row.cells].map(textOf));
    return { head, rows };
  });
}

const textOf = (element: Element): string => element.textContent.trim();
