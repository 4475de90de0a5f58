import { paymentsMessages as words } from '../messages.ts';

/** The way to the sales people, where the server names one. */
export function SalesLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {words.sales}
    </a>
  );
}
