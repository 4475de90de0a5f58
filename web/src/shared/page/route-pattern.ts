const ours = /^[a-z_]{1,40}$/;

/** An address without personal data: ids and tokens in it are `:id`, and what follows `?` and `#` is not in it at all. */
export function routePattern(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (ours.test(part) ? part : ':id')).join('/')}`.slice(0, 80);
}
