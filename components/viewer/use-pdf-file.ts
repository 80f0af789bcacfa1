'use client'

import { useMemo, useState } from 'react'
import { pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { rangeOptions, useRangedFile } from './ranged-file.ts'

// Everything pdf.js loads comes from this installation.
pdfjs.GlobalWorkerOptions.workerSrc = '/pdfjs/pdf.worker.min.mjs'

const pdfOptions = {
  cMapUrl: '/pdfjs/cmaps/',
  cMapPacked: true,
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
  isEvalSupported: false,
  ...rangeOptions,
}

/** The file at `url` with `pages` pages for `Document` of react-pdf; `retry` reads it again after a failure. */
export function usePdfFile(url: string, pages: number) {
  const [attempt, setAttempt] = useState(0)
  const { file, rangeChunkSize, failed } = useRangedFile(url, pages, attempt)
  const options = useMemo(() => ({ ...pdfOptions, rangeChunkSize }), [rangeChunkSize])
  const retry = () => setAttempt((count) => count + 1)
  return { file, options, failed, attempt, retry }
}
