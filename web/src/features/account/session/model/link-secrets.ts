import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a mailed link carries. */
export interface LinkSecrets {
  token: string | null;
  proof: string | null;
}

const none: LinkSecrets = { token: null, proof: null };

/**
 * Takes the secrets of a link out of the address, so that no history, log or referrer keeps them. A reload still has them.
 * @param source where the link carries them.
 */
export function useLinkSecrets(source: 'hash' | 'search'): LinkSecrets {
  const location = useLocation();
  const navigate = useNavigate();
  const kept = (location.state as { secrets?: LinkSecrets } | null)?.secrets;
  const params = new URLSearchParams(source === 'hash' ? location.hash.slice(1) : location.search);
  const token = params.get('token');
  const [secrets] = useState<LinkSecrets>(() =>
    token === null ? (kept ?? none) : { token, proof: params.get('proof') },
  );
  useEffect(() => {
    if (token !== null) void navigate(location.pathname, { replace: true, state: { secrets } });
  }, [token, secrets, location.pathname, navigate]);
  return secrets;
}
