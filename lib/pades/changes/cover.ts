import type { PDF, PdfRef } from '@libpdf/core'

export function coverTest(_pdf: PDF): (widget: PdfRef) => boolean {
  return () => false
}
