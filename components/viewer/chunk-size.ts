/** What opening a file may cost. */
const OPENING_BYTES = 1_000_000
const SMALLEST_CHUNK_BYTES = 4096
export const LARGEST_CHUNK_BYTES = 32_768
/** Files of more pages are read in larger chunks, because the requests of one client are limited. */
const MAX_CHUNKS = 250

/**
 * The size of the ranges in which pdf.js reads a file of `total` bytes. To open it, pdf.js reads the chunk with the
 * dictionary of each page.
 */
export function chooseChunkSize(total: number, pages: number): number {
  if (total <= OPENING_BYTES) return LARGEST_CHUNK_BYTES
  // Rounded up where the requests count, down where the bytes do.
  const blocks =
    pages <= MAX_CHUNKS
      ? Math.floor(Math.min(OPENING_BYTES / pages, LARGEST_CHUNK_BYTES) / SMALLEST_CHUNK_BYTES)
      : Math.ceil(total / MAX_CHUNKS / SMALLEST_CHUNK_BYTES)
  return Math.max(1, blocks) * SMALLEST_CHUNK_BYTES
}
