import type { FieldErrors } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

/** How a field of a request names its document. */
interface DocumentReference {
  document_id?: number | undefined
  document_index?: number | undefined
}

/**
 * The fields with the ids of their documents, which they name by id or by position in the request; errors are added
 * under `fields.N.document_id` and `fields.N.document_index`, and such a field has the id 0.
 * @param documentIds in the order of the request
 */
export function withDocumentIds<F extends DocumentReference>(
  fields: F[],
  documentIds: number[],
  errors: FieldErrors,
): (Omit<F, keyof DocumentReference> & { document_id: number })[] {
  return fields.map(({ document_id: id, document_index: position, ...field }, index) => {
    const path = `fields.${index}`
    const idAtPosition = position === undefined ? undefined : documentIds[position]
    if (position !== undefined && idAtPosition === undefined)
      errors[`${path}.document_index`] = [errorText('api.noDocumentAtIndex', { index: position })]
    else if (id !== undefined && idAtPosition !== undefined && id !== idAtPosition)
      errors[`${path}.document_index`] = [errorText('api.positionInAnotherDocument')]
    return { ...field, document_id: id ?? idAtPosition ?? 0 }
  })
}
