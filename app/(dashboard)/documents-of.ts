import { GET as document } from '#app/api/v1/documents/[id]/route'
import { documentQuery } from '#components/documents/document-query.ts'
import type { PageRequest } from '#lib/http/page'

/** Loads the documents of a process or a template, with the sizes of their pages. */
export function loadDocuments(load: PageRequest['load'], documents: { id: number }[]) {
  return Promise.all(documents.map(({ id }) => load(documentQuery(id), document, { id: String(id) })))
}
