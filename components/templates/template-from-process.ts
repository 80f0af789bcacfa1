import type { TemplateData } from '#components/templates/template-model.ts'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import type { ProcessRecord } from '#lib/processes/schema'

/**
 * A template from a process: its signers become roles with their names. The signers' values, the added signature
 * pages and people whose data were erased are left out.
 * @param uploads the documents as uploaded, without signature pages
 */
export function templateDataFromProcess(process: ProcessRecord, uploads: EditorDocument[]): TemplateData {
  const countByName = new Map<string, number>()
  const people = process.signers.filter((signer) => !signer.erased_at)
  const signers = people.map((signer) => {
    const key = signer.name.toLowerCase()
    const count = (countByName.get(key) ?? 0) + 1
    countByName.set(key, count)
    return { ...signer, email: '', name: count > 1 ? `${signer.name} (${count})` : signer.name }
  })
  const pageCounts = new Map(uploads.map((document) => [document.id, document.pages.length]))
  const signerIds = new Set(people.map(({ id }) => id))
  const signedIds = new Set(signers.filter(({ status }) => status === 'signed').map(({ id }) => id))
  return {
    name: process.name,
    description: process.description,
    folder_id: process.folder_id,
    options: process.options,
    documents: process.documents.map((document) => ({
      ...document,
      page_count: pageCounts.get(document.id) ?? document.page_count,
    })),
    signers,
    fields: process.fields
      .filter(
        (field) => signerIds.has(field.signer_id) && field.page <= (pageCounts.get(field.document_id) ?? 0),
      )
      .map((field) =>
        signedIds.has(field.signer_id) && !field.read_only ? { ...field, value: null } : field,
      ),
  }
}
