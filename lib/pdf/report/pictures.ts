import type { PdfRef } from '@libpdf/core'
import { makeInitialsAppearance } from '../fields/appearance.ts'
import { placeImage } from '../images/place-image.ts'
import type { Flow } from '../text/flow.ts'
import { makeQrCode } from '../text/qr.ts'
import type { SignatureAppearance } from '../zones.ts'
import type { ReportDocument, ReportInput, ReportPerson } from './input.ts'

/** The side of a QR code, in points. */
export const qrSide = 64
/** The box of a signature, in points. */
export const signatureBox = { width: 120, height: 34 }

/** The pictures of a report as form XObjects of its file. */
export interface Pictures {
  /** The page that verifies the document, as a QR code. */
  codes: Map<ReportDocument, PdfRef>
  signatures: Map<ReportPerson, PdfRef>
}

/** @throws ImageError when the image of a signature cannot be used */
export async function placePictures(flow: Flow, { documents, people }: ReportInput): Promise<Pictures> {
  const { pdf, book } = flow
  const pictures: Pictures = { codes: new Map(), signatures: new Map() }
  for (const document of documents)
    if (document.verifyUrl)
      pictures.codes.set(document, pdf.context.register(makeQrCode(book, document.verifyUrl, qrSide)))
  for (const person of people)
    if (person.appearance) pictures.signatures.set(person, await placeSignature(flow, person.appearance))
  return pictures
}

async function placeSignature({ pdf, book }: Flow, appearance: SignatureAppearance): Promise<PdfRef> {
  const placed =
    appearance.kind === 'text'
      ? appearance
      : ({ kind: 'image', image: await placeImage(pdf, appearance.png) } as const)
  return pdf.context.register(
    makeInitialsAppearance(book, { ...signatureBox, rotation: 0, userUnit: 1 }, placed),
  )
}
