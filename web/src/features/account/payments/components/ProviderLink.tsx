import type { ReactNode } from 'react';

interface Props {
  /** Given by the provider for a short time; `null` while it is away. */
  url: string | null;
  children: ReactNode;
}

/** A link to a page of the payment provider; nothing while its address is not known. */
export function ProviderLink({ url, children }: Props) {
  if (url === null || !/^https?:\/\//.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
