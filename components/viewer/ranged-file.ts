'use client'

import { useEffect, useState } from 'react'
import { pdfjs } from 'react-pdf'

/** When it opens a file, pdf.js reads one chunk for the dictionary of each page, so chunks are small. */
const chunkBytes = 32_768
/** With more pages the chunks grow, because the requests of one client are limited. */
const mostChunks = 100
const pausesMilliseconds = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/** pdf.js reads a page's data when it is shown, and nothing in advance. */
export const rangeOptions = { disableAutoFetch: true, disableStream: true }

interface Piece {
  bytes: Uint8Array
  /** Bytes of the whole file. */
  total: number
}

/** The service refuses the file: a retry does not help. */
class Refused extends Error {}

type ReadRange = (begin: number, end: number) => Promise<Piece>

class RangedFile extends pdfjs.PDFDataRangeTransport {
  readonly #read: ReadRange
  readonly #onFailed: () => void
  #ended = false

  constructor(first: Piece, read: ReadRange, onFailed: () => void) {
    super(first.total, first.bytes, first.bytes.length === first.total)
    this.#read = read
    this.#onFailed = onFailed
  }

  override requestDataRange(begin: number, end: number) {
    this.#read(begin, end).then(
      ({ bytes }) => this.#ended || this.onDataRange(begin, bytes),
      () => this.#ended || this.#onFailed(),
    )
  }

  override abort() {
    this.#ended = true
  }
}

/**
 * The file at `url` with `pages` pages for `Document` of react-pdf, read in ranges; null until its first bytes have
 * arrived. A new `attempt` reloads it. A new revision only appends to a file, so ranges of two revisions fit together.
 */
export function useRangedFile(url: string, pages: number, attempt: number): Omit<Reading, 'source'> {
  const source = `${url} ${attempt}`
  const [state, setState] = useState<Reading>({ source, ...unread })
  useEffect(() => {
    const leaving = new AbortController()
    const fail = () => leaving.signal.aborted || setState({ source, ...unread, failed: true })
    const read = (begin: number, end: number) => readRange(url, begin, end, leaving.signal)
    read(0, chunkBytes)
      .then((first) => {
        const file = {
          // pdf.js can use a transport and its buffer only once; `Document` may load the file again.
          get range() {
            return new RangedFile({ ...first, bytes: first.bytes.slice() }, read, fail)
          },
        }
        const rangeChunkSize = chunkSizeOf(first.total, pages)
        return leaving.signal.aborted || setState({ source, file, rangeChunkSize, failed: false })
      })
      .catch(fail)
    return () => leaving.abort()
  }, [url, pages, source])
  return state.source === source ? state : unread
}

interface Reading {
  /** Identifies what was read: URL and attempt. */
  source: string
  file: { readonly range: RangedFile } | null
  /** For the options of `Document`. */
  rangeChunkSize: number
  failed: boolean
}

const unread = { file: null, rangeChunkSize: chunkBytes, failed: false }

function chunkSizeOf(total: number, pages: number): number {
  if (pages <= mostChunks) return chunkBytes
  return Math.ceil(total / mostChunks / chunkBytes) * chunkBytes
}

/** The bytes from `begin` up to `end` (exclusive); retries while the service is busy or unreachable. */
async function readRange(url: string, begin: number, end: number, signal: AbortSignal): Promise<Piece> {
  for (const pause of pausesMilliseconds) {
    try {
      return await fetchRange(url, begin, end, signal)
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetchRange(url, begin, end, signal)
}

async function fetchRange(url: string, begin: number, end: number, signal: AbortSignal): Promise<Piece> {
  const headers = { Range: `bytes=${begin}-${end - 1}` }
  const response = await fetch(url, { headers, signal, cache: 'no-store' })
  if (response.status === 429 || response.status >= 500)
    throw new Error(`The service answered ${response.status}.`)
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (response.status !== 206 || Number(first) !== begin)
    throw new Refused(`The service answered ${response.status}.`)
  return { bytes: new Uint8Array(await response.arrayBuffer()), total: Number(total) }
}
