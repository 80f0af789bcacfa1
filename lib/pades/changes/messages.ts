/** Sentences about modifications, for `Modification.message`. */

export const metadataChanged = 'The metadata of the document was changed after signing.'
export const metadataMalformed =
  'The metadata of the document is not a well-formed XMP packet: validators reject every change after signing.'
export const outputIntentAdded = 'An output intent of sRGB was added.'
export const validationAdded = 'Validation data was added.'
export const validationRemoved = 'Validation data was removed after signing.'

/** @param how `added`, for example */
export function annotationsChanged(how: string): string {
  return `Annotations were ${how} after signing.`
}

/** @param entry with the dictionary that it is in, such as `form's /DR` */
export function entryChanged(entry: string): string {
  return `The ${entry} was changed after signing.`
}

/** @param covers whether the field lies over other content of its page */
export function newFieldMessage(fieldName: string, isSigned: boolean, covers: boolean): string {
  const place = covers ? ' over other content of its page' : ''
  return `The signature field ${fieldName} was added${place}${isSigned ? ' and signed' : ''}.`
}

export function fieldEntryChanged(fieldName: string, entry: string): string {
  return `The form field ${fieldName} was changed in its /${entry} after signing.`
}

export function signatureReused(fieldName: string): string {
  return `The signature in the field ${fieldName} is an object of the signed document.`
}

export function signedFieldChanged(fieldName: string): string {
  return `The signature field ${fieldName} was changed although it is signed.`
}

/** Kinds of modification of a form field's value or appearance. */
export type FillKind =
  | 'time_stamp_added'
  | 'signature_added'
  | 'field_filled'
  | 'field_appearance'
  | 'field_locked'

/** What more is said about a field: the change shows it, or lets it be drawn over other content. */
interface FillEffect {
  alters?: boolean
  covers?: boolean
}

/** The sentence for a permitted change of a field. */
export function fillMessage(kind: FillKind, name: string, { alters, covers }: FillEffect = {}): string {
  const cover = covers ? `${name}, which may cover other content,` : name
  const fieldName = alters ? `${name}, which was hidden,` : cover
  switch (kind) {
    case 'time_stamp_added':
      return `A document time stamp was added in the field ${fieldName}.`
    case 'signature_added':
      return `The field ${fieldName} was signed.`
    case 'field_filled':
      return `The form field ${fieldName} was filled in after signing.`
    case 'field_appearance':
      return `The appearance of the form field ${fieldName} was changed after signing.`
    case 'field_locked':
      return `The form field ${fieldName} was made read-only after signing.`
  }
}
