/** Protobuf messages and the frames of gRPC around them, for both ends of a call. Nothing here knows a message of its own. */
export { CompressedMessageError, FrameReader, OversizedMessageError } from './frame-reader.ts';
export { MalformedMessageError, ProtoReader } from './proto-reader.ts';
export { encodeMessage, fieldSize, ProtoWriter, putVarint, varintSize } from './proto-writer.ts';
