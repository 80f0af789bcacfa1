import { type DocumentProps, pdfjs } from 'react-pdf'
import { rangeOptions } from '#components/paper/ranged-file'

export type OpenPdf = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0]

// Everything pdf.js loads comes from this installation; nothing is asked of anyone else.
pdfjs.GlobalWorkerOptions.workerSrc = '/pdfjs/pdf.worker.min.mjs'

export const pdfOptions = {
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
  isEvalSupported: false,
  ...rangeOptions,
}
