import { createHash } from 'node:crypto'
import { isSameBytes } from '../runtime/bytes.ts'

/** The height of a tile: a full one has 2^8 hashes (C2SP tlog-tiles). */
const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT
export const HASH_BYTES = 32

/** A tile of a log: its first `width` hashes of at most 256. */
export interface Tile {
  level: number
  index: number
  width: number
}

/** Reads the hashes of a tile, one after the other. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>

/** The hash of an entry (RFC 9162, 2.1.1). */
export function leafHash(entry: Uint8Array): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(entry).digest()
}

/** The hash of an inner node (RFC 9162, 2.1.1). */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
}

/** The root hash of a full tile with these 256 hashes. */
export function fullTileRoot(hashes: Uint8Array): Buffer {
  return foldHashes(hashes)
}

/** How many hashes the tiles of `level` have in a tree of `size` entries. */
export function countHashes(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/** A Merkle tree of `size` entries, whose hashes are read from tiles. Each tile is read once. */
export class MerkleTree {
  readonly size: number
  readonly #read: ReadTile
  readonly #tiles = new Map<string, Promise<Uint8Array>>()

  constructor(size: number, read: ReadTile) {
    this.size = size
    this.#read = read
  }

  /** The root hash (RFC 9162, 2.1.1) of its first `size` entries; that of the empty tree is the hash of nothing. */
  root(size = this.size): Promise<Buffer> {
    if (size === 0) return Promise.resolve(createHash('sha256').digest())
    return this.#subtree(0, size)
  }

  /** The proof that entry `index` is in the tree (RFC 9162, 2.1.3.1), from the leaf's sibling up. */
  inclusionProof(index: number): Promise<Buffer[]> {
    return this.#inclusion(index, 0, this.size)
  }

  /** The proof that the tree begins with that of `oldSize` entries (RFC 9162, 2.1.4.1); empty for 0 and equal sizes. */
  consistencyProof(oldSize: number): Promise<Buffer[]> {
    if (oldSize === 0 || oldSize === this.size) return Promise.resolve([])
    return this.#consistency(oldSize, 0, this.size, true)
  }

  async #inclusion(index: number, start: number, end: number): Promise<Buffer[]> {
    if (end - start === 1) return []
    const middle = start + largestPowerBelow(end - start)
    return index < middle
      ? [...(await this.#inclusion(index, start, middle)), await this.#subtree(middle, end)]
      : [...(await this.#inclusion(index, middle, end)), await this.#subtree(start, middle)]
  }

  /** SUBPROOF of RFC 9162, 2.1.4.1; `oldSize` counts from the beginning of the tree. */
  async #consistency(oldSize: number, start: number, end: number, isComplete: boolean): Promise<Buffer[]> {
    if (oldSize === end) return isComplete ? [] : [await this.#subtree(start, end)]
    const middle = start + largestPowerBelow(end - start)
    return oldSize <= middle
      ? [...(await this.#consistency(oldSize, start, middle, isComplete)), await this.#subtree(middle, end)]
      : [...(await this.#consistency(oldSize, middle, end, false)), await this.#subtree(start, middle)]
  }

  /** The hash over the entries from `start` to before `end`; `start` is a multiple of the power of two below. */
  async #subtree(start: number, end: number): Promise<Buffer> {
    const count = end - start
    const part = count === 1 ? 1 : largestPowerBelow(count)
    if (count === 1 || count === part * 2) return this.#complete(start, count)
    return nodeHash(await this.#subtree(start, start + part), await this.#subtree(start + part, end))
  }

  /** The hash over `count` entries, a power of two that divides `start`. */
  async #complete(start: number, count: number): Promise<Buffer> {
    const level = Math.floor(Math.log2(count) / TILE_HEIGHT)
    const [first, width] = [start / TILE_WIDTH ** level, count / TILE_WIDTH ** level]
    const index = Math.floor(first / TILE_WIDTH)
    const hashes = await this.#tile(level, index)
    const offset = (first - index * TILE_WIDTH) * HASH_BYTES
    return foldHashes(hashes.subarray(offset, offset + width * HASH_BYTES))
  }

  #tile(level: number, index: number): Promise<Uint8Array> {
    const key = `${level} ${index}`
    const width = Math.min(TILE_WIDTH, countHashes(level, this.size) - index * TILE_WIDTH)
    const tile = this.#tiles.get(key) ?? this.#read({ level, index, width })
    this.#tiles.set(key, tile)
    return tile
  }
}

/** The root hash that an inclusion proof leads to (RFC 9162, 2.1.3.2); null where the proof has another length. */
export function rootOfInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Buffer | null {
  if (index >= size) return null
  let [node, last] = [index, size - 1]
  let root: Buffer = Buffer.from(leaf)
  for (const hash of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = nodeHash(hash, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else root = nodeHash(root, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? root : null
}

/** A size of a tree and its root hash. */
export interface TreeHead {
  size: number
  root: Uint8Array
}

/** Whether the proof shows that the new tree begins with the old one (RFC 9162, 2.1.4.2). */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0
  const isPowerOfTwo = Number.isInteger(Math.log2(older.size))
  const [first, ...hashes] = isPowerOfTwo ? [older.root, ...proof] : proof
  if (!first) return false
  let [node, last] = [older.size - 1, newer.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let [oldRoot, newRoot]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)]
  for (const hash of hashes) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldRoot = nodeHash(hash, oldRoot)
      newRoot = nodeHash(hash, newRoot)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else newRoot = nodeHash(newRoot, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSameBytes(oldRoot, older.root) && isSameBytes(newRoot, newer.root)
}

/** Pairs of hashes become one until one is left; their number is a power of two. */
function foldHashes(hashes: Uint8Array): Buffer {
  if (hashes.length === HASH_BYTES) return Buffer.from(hashes)
  const middle = hashes.length / 2
  return nodeHash(foldHashes(hashes.subarray(0, middle)), foldHashes(hashes.subarray(middle)))
}

/** The largest power of two below `count`, which is at least 2. */
function largestPowerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1))
}

function half(value: number): number {
  return Math.floor(value / 2)
}
