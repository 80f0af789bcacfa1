import { type PDF, PdfArray, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { dateString, dict, textString } from './file/objects.ts'

/** A file that is embedded in a new document. */
export interface Attachment {
  name: string
  bytes: Uint8Array
  mimeType: string
  /** What it is to the document (ISO 19005-3, annex E): what it is about, data behind it, or more of the same. */
  relationship: 'Source' | 'Data' | 'Supplement'
}

/** Embeds files in a new document as associated files (ISO 32000-2, 7.11.4 and 14.13), as PDF/A-3 demands (6.8). */
export function attachFiles(pdf: PDF, files: readonly Attachment[], madeAt: Date): void {
  if (files.length === 0) return
  // A name tree is ordered by the bytes of its keys, which are not UTF-8 (7.9.6).
  const sorted = files.toSorted((a, b) => Buffer.compare(textString(a.name).bytes, textString(b.name).bytes))
  const specifications = sorted.map(({ name, bytes, mimeType, relationship }) => {
    const parameters = dict({ Size: PdfNumber.of(bytes.length), ModDate: dateString(madeAt) })
    const entries = dict({ Type: '/EmbeddedFile', Params: parameters })
    entries.set('Subtype', PdfName.of(mimeType))
    const stream = pdf.context.register(new PdfStream(entries, bytes))
    const specification = dict({
      Type: '/Filespec',
      F: textString(name),
      UF: textString(name),
      EF: dict({ F: stream, UF: stream }),
      AFRelationship: `/${relationship}`,
    })
    return { name, ref: pdf.context.register(specification) }
  })
  const tree = PdfArray.of(...specifications.flatMap(({ name, ref }) => [textString(name), ref]))
  const catalog = pdf.context.catalog.getDict()
  catalog.set('Names', dict({ EmbeddedFiles: dict({ Names: tree }) }))
  catalog.set('AF', PdfArray.of(...specifications.map(({ ref }) => ref)))
}
