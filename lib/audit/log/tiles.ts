import { and, asc, between, eq } from 'drizzle-orm'
import { logLeaves, logTiles } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import { countHashes, leafHash, type ReadTile, TILE_WIDTH, type Tile } from '#lib/core/transparency/merkle'
import type { TileResource } from '#lib/core/transparency/tile-path'
import { logEntry } from '../chain.ts'
import { LogAltered } from './state.ts'

/** Reads tiles of the stored log: full ones as stored, partial ones from what they are made of. */
export function tileReader(reader: Reader): ReadTile {
  return async (tile) => {
    if (tile.width === TILE_WIDTH) {
      const [stored] = await reader
        .select({ hashes: logTiles.hashes })
        .from(logTiles)
        .where(and(eq(logTiles.level, tile.level), eq(logTiles.index, tile.index)))
      if (!stored) throw new LogAltered(`The log has no tile ${tile.index} of level ${tile.level}.`)
      return stored.hashes
    }
    return tile.level === 0 ? hashLeaves(reader, tile) : readRoots(reader, tile)
  }
}

/** The hashes of a tile of level 0, made of its leaves. */
export async function hashLeaves(reader: Reader, tile: Omit<Tile, 'level'>): Promise<Buffer> {
  return Buffer.concat((await readEntries(reader, tile)).map(leafHash))
}

/** The hashes of a tile above level 0: the roots of full tiles below. */
export async function readRoots(reader: Reader, { level, index, width }: Tile): Promise<Buffer> {
  const first = index * TILE_WIDTH
  const rows = await reader
    .select({ root: logTiles.root })
    .from(logTiles)
    .where(and(eq(logTiles.level, level - 1), between(logTiles.index, first, first + width - 1)))
    .orderBy(asc(logTiles.index))
  return Buffer.concat(rows.map(({ root }) => root))
}

/** The entries of a tile of level 0. */
async function readEntries(reader: Reader, { index, width }: Omit<Tile, 'level'>): Promise<Buffer[]> {
  const first = index * TILE_WIDTH
  const rows = await reader
    .select()
    .from(logLeaves)
    .where(between(logLeaves.index, first, first + width - 1))
    .orderBy(asc(logLeaves.index))
  return rows.map(logEntry)
}

/** The bytes of a tile or bundle in a log of `size` entries; null where it does not have as many. */
export async function readResource(
  reader: Reader,
  resource: TileResource,
  size: number,
): Promise<Uint8Array | null> {
  const level = resource.kind === 'entries' ? 0 : resource.level
  if (countHashes(level, size) < resource.index * TILE_WIDTH + resource.width) return null
  if (resource.kind === 'hashes') return tileReader(reader)(resource)
  const entries = await readEntries(reader, resource)
  return Buffer.concat(entries.flatMap((entry) => [encodeLength(entry), entry]))
}

/** Two bytes, the higher one first. */
function encodeLength(entry: Buffer): Buffer {
  return Buffer.of(entry.length >> 8, entry.length & 255)
}
