import { MalformedMessageError, type ProtoReader } from '../../../../wire/index.ts';
import type { ProposedEvent } from '../store/event-record.ts';
import { readUuid } from './uuid.ts';

const NOTHING = Buffer.alloc(0);

/** A proposed event lacks its type or content type, which travel in a map and can be missing. */
export class MissingMetadataPropertyError extends Error {}

/** Reads a proposed event; both append methods share its form. Data and metadata are views into the message. */
export function readProposedMessage(reader: ProtoReader): ProposedEvent {
  let id: string | undefined;
  let type: string | undefined;
  let contentType: string | undefined;
  let data: Buffer = NOTHING;
  let customMetadata: Buffer = NOTHING;
  while (reader.next()) {
    if (reader.field === 1) id = readUuid(reader.message());
    else if (reader.field === 2) {
      const [key, value] = readMapEntry(reader.message());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    } else if (reader.field === 3) customMetadata = reader.bytes();
    else if (reader.field === 4) data = reader.bytes();
    else reader.skip();
  }
  if (id === undefined) throw new MalformedMessageError('a proposed event has no id');
  if (type === undefined || contentType === undefined) {
    throw new MissingMetadataPropertyError('A proposed event needs the metadata properties type and content-type.');
  }
  if (type === '') throw new MalformedMessageError('a proposed event has an empty type');
  return { id, type, isJson: contentType === 'application/json', data, customMetadata };
}

function readMapEntry(reader: ProtoReader): [string, string] {
  let key = '';
  let value = '';
  while (reader.next()) {
    if (reader.field === 1) key = reader.string();
    else if (reader.field === 2) value = reader.string();
    else reader.skip();
  }
  return [key, value];
}
