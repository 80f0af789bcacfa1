import { and, eq } from 'drizzle-orm'
import { logTiles } from '#db/schema/audit'
import { read } from '#db/tenancy/tenant'
import { parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { countHashes, fullTileRoot, MerkleTree, TILE_WIDTH, type Tile } from '#lib/core/transparency/merkle'
import { findSignatures, parseNote } from '#lib/core/transparency/note'
import { loadLogKey } from './log-key.ts'
import { findLogState } from './state.ts'
import { hashLeaves, readRoots, tileReader } from './tiles.ts'

const installation = { tenantId: 0 }

/** How many entries of the log were read, and what is wrong with it so far. */
export interface LogCheck {
  entries: number
  faults: string[]
}

/** Makes the whole tree of the last checkpoint from its entries, tile by tile, and compares it with what was signed. */
export async function* checkLog(): AsyncGenerator<LogCheck> {
  const { size, note } = await read(installation, findLogState)
  if (!note) return
  for (let level = 0; countHashes(level, size) >= TILE_WIDTH; level++)
    for (let index = 0; (index + 1) * TILE_WIDTH <= countHashes(level, size); index++) {
      const isIntact = await isTileIntact({ level, index, width: TILE_WIDTH })
      const faults = isIntact ? [] : [`Tile ${index} of level ${level} is not that of the entries below it.`]
      yield { entries: level === 0 ? TILE_WIDTH : 0, faults }
    }
  yield { entries: size % TILE_WIDTH, faults: (await isSigned(size, note)) ? [] : [describeOther(size)] }
}

const describeOther = (size: number) => `The first ${size} entries are not those of the signed checkpoint.`

function isTileIntact(tile: Tile): Promise<boolean> {
  return read(installation, async (reader) => {
    const isTile = and(eq(logTiles.level, tile.level), eq(logTiles.index, tile.index))
    const [stored] = await reader.select().from(logTiles).where(isTile)
    const hashes = await (tile.level === 0 ? hashLeaves(reader, tile) : readRoots(reader, tile))
    return stored !== undefined && hashes.equals(stored.hashes) && fullTileRoot(hashes).equals(stored.root)
  })
}

async function isSigned(size: number, text: string): Promise<boolean> {
  const note = parseNote(text)
  const { origin, root } = parseCheckpoint(note.text)
  if (findSignatures(note, loadLogKey(origin).key).length === 0) return false
  // A tile that is missing was named above.
  const made = await read(installation, (reader) => new MerkleTree(size, tileReader(reader)).root()).catch(
    () => null,
  )
  return made?.equals(root) === true
}
