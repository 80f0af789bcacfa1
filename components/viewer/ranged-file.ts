'use client'

import { useEffect, useState } from 'react'
import { pdfjs } from 'react-pdf'
import { frameHeaders } from '#components/api/frame-credential.ts'
import { chooseChunkSize, LARGEST_CHUNK_BYTES } from './chunk-size.ts'

const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/** pdf.js reads a page's data when it is shown, and nothing in advance. */
export const rangeOptions = { disableAutoFetch: true, disableStream: true }

interface FileRange {
  bytes: Uint8Array
  /** Bytes of the whole file. */
  total: number
  /** Which documents of a signer it is of; 0 elsewhere, and from a process of the version before. */
  preparation: string
}

/** The service refuses the file, so a retry does not help. */
class RefusedError extends Error {}

type ReadRange = (begin: number, end: number) => Promise<FileRange>

class RangedFile extends pdfjs.PDFDataRangeTransport {
  readonly #read: ReadRange
  readonly #onFailed: () => void
  #ended = false

  constructor(first: FileRange, read: ReadRange, onFailed: () => void) {
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
 * arrived. A new `attempt` reloads it. A new revision only appends to a file, so ranges of two revisions fit together,
 * but not those of documents that were prepared again: then it has failed.
 */
export function useRangedFile(url: string, pages: number, attempt: number): Omit<RangedFileState, 'source'> {
  const source = `${url} ${attempt}`
  const [state, setState] = useState<RangedFileState>({ source, ...notRead })
  useEffect(() => {
    const controller = new AbortController()
    const fail = () => controller.signal.aborted || setState({ source, ...notRead, failed: true })
    const read = (begin: number, end: number) => readRange(url, begin, end, controller.signal)
    read(0, LARGEST_CHUNK_BYTES)
      .then((first) => {
        const readNext: ReadRange = async (begin, end) => {
          const next = await read(begin, end)
          if (next.preparation === first.preparation) return next
          throw new RefusedError('The documents were prepared again.')
        }
        const file = {
          // pdf.js can use a transport and its buffer only once; `Document` may load the file again.
          get range() {
            return new RangedFile({ ...first, bytes: first.bytes.slice() }, readNext, fail)
          },
        }
        const rangeChunkSize = chooseChunkSize(first.total, pages)
        return controller.signal.aborted || setState({ source, file, rangeChunkSize, failed: false })
      })
      .catch(fail)
    return () => controller.abort()
  }, [url, pages, source])
  return state.source === source ? state : notRead
}

interface RangedFileState {
  /** Identifies what was read: URL and attempt. */
  source: string
  file: { readonly range: RangedFile } | null
  /** For the options of `Document`. */
  rangeChunkSize: number
  failed: boolean
}

const notRead = { file: null, rangeChunkSize: LARGEST_CHUNK_BYTES, failed: false }

/** The bytes from `begin` up to `end` (exclusive); retries while the service is busy or unreachable. */
async function readRange(url: string, begin: number, end: number, signal: AbortSignal): Promise<FileRange> {
  for (const pause of RETRY_PAUSES_MS) {
    try {
      return await fetchRange(url, begin, end, signal)
    } catch (error) {
      if (signal.aborted || error instanceof RefusedError) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetchRange(url, begin, end, signal)
}

async function fetchRange(url: string, begin: number, end: number, signal: AbortSignal): Promise<FileRange> {
  const headers = { Range: `bytes=${begin}-${end - 1}`, ...frameHeaders() }
  const response = await fetch(url, { headers, signal, cache: 'no-store' })
  if (response.status === 429 || response.status >= 500)
    throw new Error(`The service answered ${response.status}.`)
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (response.status !== 206 || Number(first) !== begin)
    throw new RefusedError(`The service answered ${response.status}.`)
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    total: Number(total),
    preparation: response.headers.get('document-preparation') ?? '0',
  }
}
