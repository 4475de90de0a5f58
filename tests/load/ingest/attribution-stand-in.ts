import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The attribution service as a process of its own: every install came from one campaign. Prints `LISTENING <port>`. */
const record = JSON.stringify({
  attribution: true,
  orgId: 40669820,
  campaignId: 700000001,
  adGroupId: 710000001,
  keywordId: 720000001,
  conversionType: 'Download',
  claimType: 'Click',
  countryOrRegion: 'US',
});
const server = createServer((request, response) => {
  request.resume().once('end', () => response.end(record));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`LISTENING ${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => process.exit(0));
