import { and, eq } from 'drizzle-orm'
import { logTiles } from '#db/schema/audit'
import { type Reader, read } from '#db/tenancy/tenant'
import { parseCheckpoint } from '#lib/core/transparency/checkpoint'
import {
  countHashes,
  fullTileRoot,
  HASH_BYTES,
  MerkleTree,
  TILE_WIDTH,
  type Tile,
} from '#lib/core/transparency/merkle'
import { findSignatures, parseNote } from '#lib/core/transparency/note'
import { loadLogKey } from './log-key.ts'
import { findLogState } from './state.ts'
import { hashLeaves, readRoots, tileReader } from './tiles.ts'

const installation = { tenantId: 0 }

/** How many entries of the log were read, and what is wrong with them. */
interface LogCheck {
  entries: number
  faults: string[]
}

/** Makes the whole tree of the last checkpoint from its entries, tile by tile, and compares it with what was signed. */
export async function* checkLog(): AsyncGenerator<LogCheck> {
  const { size, note } = await read(installation, findLogState)
  if (!note) return
  let isWhole = true
  for (const tile of listTiles(size)) {
    const faults = (await isTileIntact(tile)) ? [] : [describeTile(tile)]
    isWhole &&= faults.length === 0
    yield { entries: tile.level === 0 ? tile.width : 0, faults }
  }
  if (isWhole && !(await hasSignedRoot(size, note)))
    yield { entries: 0, faults: [`The first ${size} entries are not those of the signed checkpoint.`] }
}

/** The tiles of a log; the last one of a level may be partial. */
function* listTiles(size: number): Generator<Tile> {
  for (let level = 0; countHashes(level, size) > 0; level++)
    for (let rest = countHashes(level, size), index = 0; rest > 0; rest -= TILE_WIDTH, index++)
      yield { level, index, width: Math.min(rest, TILE_WIDTH) }
}

function describeTile({ level, index, width }: Tile): string {
  if (level > 0) return `Tile ${index} of level ${level} is not that of the tiles below it.`
  const first = index * TILE_WIDTH
  return `Entries between ${first} and ${first + width - 1} are missing, or are not those of their tile.`
}

/** Partial tiles are not stored. */
function isTileIntact(tile: Tile): Promise<boolean> {
  return read(installation, async (reader) => {
    const hashes = await (tile.level === 0 ? hashLeaves(reader, tile) : readRoots(reader, tile))
    if (tile.width < TILE_WIDTH) return hashes.length === tile.width * HASH_BYTES
    const isTile = and(eq(logTiles.level, tile.level), eq(logTiles.index, tile.index))
    const [stored] = await reader.select().from(logTiles).where(isTile)
    return stored !== undefined && hashes.equals(stored.hashes) && fullTileRoot(hashes).equals(stored.root)
  })
}

async function hasSignedRoot(size: number, text: string): Promise<boolean> {
  const note = parseNote(text)
  const { origin, root } = parseCheckpoint(note.text)
  if (findSignatures(note, loadLogKey(origin).key).length === 0) return false
  const makeRoot = (reader: Reader) => new MerkleTree(size, tileReader(reader)).root()
  return (await read(installation, makeRoot)).equals(root)
}
