import { type DocumentProps, pdfjs } from 'react-pdf'

export type OpenPdf = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0]

// Everything pdf.js loads comes from this installation; nothing is asked of anybody else.
pdfjs.GlobalWorkerOptions.workerSrc = '/pdfjs/pdf.worker.min.mjs'

/** One download from beginning to end: with ranges, a revision stored in between would mix two files. */
export const pdfOptions = {
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
  disableRange: true,
  isEvalSupported: false,
}
