/** Parts of ClickHouse's wire that a gateway between callers and an engine needs as well. Nothing here knows the engine. */
export { decodeOwnBlocks } from './codec/own-blocks.ts';
export { unpackLz4Frames } from './codec/unpack-lz4-frames.ts';
export { ClickHouseError } from './engine/clickhouse-error.ts';
export { isForm, parseForm } from './http/multipart.ts';
