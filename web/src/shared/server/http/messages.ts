/** The specification's sentences for answers that are not the server's own words. */
export const httpMessages = {
  internal: 'Internal server error. We will fix it soon.',
  tooManyRequests: 'Too many requests on a server. Please try again later.',
  timeout: 'The request took too much time to execute.',
  unauthorized: 'Unauthorized',
  unhandled: 'Unhandled status code',
  offline: 'You are offline. Showing the last data.',
  unreachable: 'Connection lost, reconnecting',
} as const;
