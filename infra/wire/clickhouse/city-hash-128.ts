/** 128 bits as two halves of 64. */
export interface Hash128 {
  readonly low: bigint;
  readonly high: bigint;
}

const K0 = 0xc3a5c85c97cb3127n;
const K1 = 0xb492b66fbe98f273n;
const K2 = 0x9ae16a3b2f90404fn;
const K3 = 0xc949d7c7509e6557n;
const MUL = 0x9ddfea08eb382d69n;
const MASK = 0xffffffffffffffffn;

type Pair = [first: bigint, second: bigint];

/**
 * CityHash128 of version 1.0.2, which ClickHouse keeps for its block checksums. Later versions of CityHash give other
 * values.
 */
export function cityHash128(bytes: Buffer): Hash128 {
  const length = bytes.length;
  if (length >= 16) return withSeed(bytes.subarray(16), word(bytes, 0) ^ K3, word(bytes, 8));
  if (length >= 8) {
    return withSeed(Buffer.alloc(0), word(bytes, 0) ^ wrap(BigInt(length) * K0), word(bytes, length - 8) ^ K1);
  }
  return withSeed(bytes, K0, K1);
}

function withSeed(bytes: Buffer, seedLow: bigint, seedHigh: bigint): Hash128 {
  if (bytes.length < 128) return murmur(bytes, seedLow, seedHigh);
  let left = bytes.length;
  let at = 0;
  let x = seedLow;
  let y = seedHigh;
  let z = wrap(BigInt(left) * K1);
  const first = wrap(rotate(y ^ K1, 49n) * K1 + word(bytes, 0));
  let v: Pair = [first, wrap(rotate(first, 42n) * K1 + word(bytes, 8))];
  let w: Pair = [wrap(rotate(wrap(y + z), 35n) * K1 + x), wrap(rotate(wrap(x + word(bytes, 88)), 53n) * K1)];
  for (; left >= 128; left -= 128) {
    for (let half = 0; half < 2; half += 1, at += 64) {
      x = wrap(rotate(wrap(x + y + v[0] + word(bytes, at + 16)), 37n) * K1) ^ w[1];
      y = wrap(rotate(wrap(y + v[1] + word(bytes, at + 48)), 42n) * K1) ^ v[0];
      z = rotate(z ^ w[0], 33n);
      v = weakHash32(bytes, at, wrap(v[1] * K1), wrap(x + w[0]));
      w = weakHash32(bytes, at + 32, wrap(z + w[1]), y);
      [z, x] = [x, z];
    }
  }
  y = wrap(y + rotate(w[0], 37n) * K0 + z);
  x = wrap(x + rotate(wrap(v[0] + z), 49n) * K0);
  for (let done = 0; done < left; ) {
    done += 32;
    y = wrap(rotate(wrap(y - x), 42n) * K0 + v[1]);
    w = [wrap(w[0] + word(bytes, at + left - done + 16)), w[1]];
    x = wrap(rotate(x, 49n) * K0 + w[0]);
    w = [wrap(w[0] + v[0]), w[1]];
    v = weakHash32(bytes, at + left - done, v[0], v[1]);
  }
  x = mix128(x, v[0]);
  y = mix128(y, w[0]);
  return { low: wrap(mix128(wrap(x + v[1]), w[1]) + y), high: mix128(wrap(x + w[1]), wrap(y + v[1])) };
}

function murmur(bytes: Buffer, seedLow: bigint, seedHigh: bigint): Hash128 {
  const length = bytes.length;
  let a = seedLow;
  let b = seedHigh;
  let c: bigint;
  let d: bigint;
  if (length <= 16) {
    a = wrap(shiftMix(wrap(a * K1)) * K1);
    c = wrap(b * K1 + short(bytes));
    d = shiftMix(wrap(a + (length >= 8 ? word(bytes, 0) : c)));
  } else {
    c = mix128(wrap(word(bytes, length - 8) + K1), a);
    d = mix128(wrap(b + BigInt(length)), wrap(c + word(bytes, length - 16)));
    a = wrap(a + d);
    for (let at = 0, left = length - 16; left > 0; at += 16, left -= 16) {
      a = wrap((a ^ wrap(shiftMix(wrap(word(bytes, at) * K1)) * K1)) * K1);
      b ^= a;
      c = wrap((c ^ wrap(shiftMix(wrap(word(bytes, at + 8) * K1)) * K1)) * K1);
      d ^= c;
    }
  }
  a = mix128(a, c);
  b = mix128(d, b);
  return { low: a ^ b, high: mix128(b, a) };
}

/** Hash of at most 16 bytes. */
function short(bytes: Buffer): bigint {
  const length = bytes.length;
  if (length > 8) {
    const a = word(bytes, 0);
    const b = word(bytes, length - 8);
    return mix128(a, rotate(wrap(b + BigInt(length)), BigInt(length))) ^ b;
  }
  if (length >= 4) {
    return mix128(BigInt(length) + BigInt(bytes.readUInt32LE(0)) * 8n, BigInt(bytes.readUInt32LE(length - 4)));
  }
  if (length === 0) return K2;
  const y = (bytes[0] ?? 0) + (bytes[length >> 1] ?? 0) * 256;
  const z = length + (bytes[length - 1] ?? 0) * 4;
  return wrap(shiftMix(wrap(BigInt(y) * K2) ^ wrap(BigInt(z) * K3)) * K2);
}

function weakHash32(bytes: Buffer, at: number, seedA: bigint, seedB: bigint): Pair {
  const z = word(bytes, at + 24);
  let a = wrap(seedA + word(bytes, at));
  const c = a;
  let b = rotate(wrap(seedB + a + z), 21n);
  a = wrap(a + word(bytes, at + 8) + word(bytes, at + 16));
  b = wrap(b + rotate(a, 44n));
  return [wrap(a + z), wrap(b + c)];
}

function mix128(low: bigint, high: bigint): bigint {
  let a = wrap((low ^ high) * MUL);
  a ^= a >> 47n;
  let b = wrap((high ^ a) * MUL);
  b ^= b >> 47n;
  return wrap(b * MUL);
}

function shiftMix(value: bigint): bigint {
  return value ^ (value >> 47n);
}

function rotate(value: bigint, by: bigint): bigint {
  return (value >> by) | wrap(value << (64n - by));
}

function wrap(value: bigint): bigint {
  return value & MASK;
}

function word(bytes: Buffer, at: number): bigint {
  return bytes.readBigUInt64LE(at);
}
