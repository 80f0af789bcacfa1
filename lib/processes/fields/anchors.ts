import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { findPlaces } from '#lib/documents/file-fields'
import { findDocuments } from '#lib/documents/find'
import type { ErrorText } from '#lib/messages/errors'
import { errorText } from '#lib/messages/errors'
import type { FieldInput, Place } from './input.ts'

type UnplacedField = Pick<FieldInput, 'anchor' | 'page' | 'x' | 'y'>

/**
 * Finds the texts of anchors in the documents, and returns the fields with their page, `x` and `y`. Errors are added
 * under `fields.N`; the place of a field with an error, or of an unknown document, is (0, 0) on page 1.
 */
export async function placeAtAnchors<F extends UnplacedField>(
  ctx: Ctx,
  fields: F[],
  getDocumentId: (field: F) => number | undefined,
  errors: FieldErrors,
): Promise<(Omit<F, 'anchor' | 'page' | 'x' | 'y'> & Place)[]> {
  const anchored = fields.filter(({ anchor }) => anchor)
  const places = anchored.length > 0 ? await findAnchors(ctx, anchored, getDocumentId) : new Map<F, never>()
  return fields.map((field, index) => {
    const { anchor, page = 1, x = 0, y = 0, ...others } = field
    const placeOrError = places.get(field)
    if (!placeOrError || 'key' in placeOrError) {
      if (placeOrError) errors[`fields.${index}.anchor`] = [placeOrError]
      return { ...others, page, x, y }
    }
    return {
      ...others,
      page: placeOrError.page,
      x: placeOrError.x + anchor!.dx,
      y: placeOrError.y + anchor!.dy,
    }
  })
}

/** The place of each anchor, or why it has none; nothing for unknown documents. */
async function findAnchors<F extends UnplacedField>(
  ctx: Ctx,
  fields: F[],
  getDocumentId: (field: F) => number | undefined,
): Promise<Map<F, Place | ErrorText>> {
  const placesOrErrors = new Map<F, Place | ErrorText>()
  const fieldsByDocument = Map.groupBy(fields, getDocumentId)
  const ids = [...fieldsByDocument.keys()].filter((id) => id !== undefined)
  const documents = await read(ctx, (reader) => findDocuments(reader, ctx, ids))
  for (const [id, document] of documents) {
    const anchored = fieldsByDocument.get(id) ?? []
    const texts = [...new Set(anchored.map(({ anchor }) => anchor!.text))]
    const placesByText = await findPlaces(ctx, document, texts)
    for (const field of anchored) {
      const { text, occurrence } = field.anchor!
      const occurrences = Array.isArray(placesByText) ? placesByText[texts.indexOf(text)]! : []
      const error = Array.isArray(placesByText)
        ? errorText('api.tooFewOccurrences', { text, count: occurrences.length, occurrence })
        : placesByText
      placesOrErrors.set(field, occurrences[occurrence - 1] ?? error)
    }
  }
  return placesOrErrors
}
