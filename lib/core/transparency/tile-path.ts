import { TILE_WIDTH, type Tile } from './merkle.ts'

/** A tile of hashes, or a bundle of the entries of a tile of level 0. */
export type TileResource = (Tile & { kind: 'hashes' }) | (Omit<Tile, 'level'> & { kind: 'entries' })

const pattern = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** The resource of a path after `tile/` (C2SP tlog-tiles); null where there is no such path. */
export function parseTilePath(path: string): TileResource | null {
  const [, level, higher = '', last, partial] = pattern.exec(path) ?? []
  if (!level || !last) return null
  const index = Number(higher.replaceAll(/[x/]/g, '') + last)
  const width = partial ? Number(partial) : TILE_WIDTH
  const isCanonical = formatIndex(index) === higher + last
  if (!isCanonical || (partial && width >= TILE_WIDTH) || Number(level) > 63) return null
  return level === 'entries'
    ? { kind: 'entries', index, width }
    : { kind: 'hashes', level: Number(level), index, width }
}

/** 1234067 is `x001/x234/067`. */
function formatIndex(index: number): string {
  const digits = String(index)
  return digits.padStart(Math.ceil(digits.length / 3) * 3, '0').replaceAll(/\d{3}(?=\d)/g, 'x$&/')
}
