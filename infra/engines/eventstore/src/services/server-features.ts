import { encodeMessage } from '../../../../wire/index.ts';

/** The version whose behaviour this node has; clients compare it with what they need. */
const EMULATED_VERSION = '24.6.0';

const STREAMS = 'event_store.client.streams.streams';
const METHODS: readonly { readonly service: string; readonly method: string; readonly features: readonly string[] }[] =
  [
    { service: STREAMS, method: 'append', features: [] },
    { service: STREAMS, method: 'batchappend', features: ['deadline_duration'] },
    { service: STREAMS, method: 'delete', features: [] },
    { service: STREAMS, method: 'read', features: ['position', 'events'] },
    { service: STREAMS, method: 'tombstone', features: [] },
    { service: 'event_store.client.gossip.gossip', method: 'read', features: [] },
    { service: 'event_store.client.server_features.serverfeatures', method: 'getsupportedmethods', features: [] },
  ];

/** `ServerFeatures.GetSupportedMethods`. Names are in lower case, which clients expect. */
export function respondWithFeatures(): Buffer {
  return encodeMessage((writer) => {
    for (const { service, method, features } of METHODS) {
      writer.message(1, (entry) => {
        entry.string(1, method).string(2, service);
        for (const feature of features) entry.string(3, feature);
      });
    }
    writer.string(2, EMULATED_VERSION);
  });
}
