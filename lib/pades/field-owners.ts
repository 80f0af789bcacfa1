import { PdfArray, type PdfDict, PdfString } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { decodeText, dict, textArray, textString } from '#lib/pdf/file/objects'

/**
 * The entry of the seal's field that says in which signature field each signer of a certified file signs, and which of
 * the author's fields they fill in. Elsewhere the lock of a signature field says so (ISO 32000-2, table 236), but the
 * author's fields take none after the certification.
 */
const ownersKey = 'XXParaphOwners'

/** A signature field, and the fields that its signer fills in, by their full names. */
export interface FieldOwner {
  signature: string
  fields: readonly string[]
}

/** Writes the owners into a field of ours; fields without a name cannot be listed. */
export function writeFieldOwners(field: PdfDict, owners: readonly FieldOwner[]): void {
  const entries = owners.flatMap(({ signature, fields }) => {
    const names = fields.filter((name) => name !== '')
    return signature === '' || names.length === 0
      ? []
      : [dict({ T: textString(signature), Fields: textArray(names) })]
  })
  field.set(ownersKey, new PdfArray(entries))
}

/** The owners that a field lists; none in any other field. */
export function readFieldOwners(field: PdfDict): FieldOwner[] {
  const entries = field.getArray(ownersKey)?.toArray() ?? []
  return entries.flatMap((entry) => {
    const signature = asDict(entry)?.getString('T')
    const fields = asDict(entry)?.getArray('Fields')?.toArray() ?? []
    const names = fields.flatMap((name) => (name instanceof PdfString ? [decodeText(name)] : []))
    return signature ? [{ signature: decodeText(signature), fields: names }] : []
  })
}
