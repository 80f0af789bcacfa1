import { ApiError, readVersioned, saveOnLeaving, type VersionedResponse } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import {
  editorZonesToInput,
  formatRoles,
  haveUnknownRole,
  templateZones,
} from '#components/templates/template-zones.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import type { TemplateRecord } from '#lib/templates/schema'

export type TemplateResponse = ItemResponse<TemplateRecord>

export const toStored = ({ body, etag }: VersionedResponse<TemplateResponse>) =>
  templateZones(body.data, etag)

interface TemplateStorageOptions {
  /** Called when the roles that have fields are no longer those of the editor; then changes cannot be saved. */
  onOtherRoles: (purpose: 'show' | 'save') => void
  onSaved: (saved: TemplateResponse) => void
  /** The messages in the language of the page. */
  texts: { otherRoles: string; roleGone: string }
}

/**
 * Where the editor stores the fields of a template.
 * @param template as it was when the editor was loaded, whose roles the editor knows
 */
export function templateStorage(
  template: TemplateRecord,
  { onOtherRoles, onSaved, texts }: TemplateStorageOptions,
): ZoneStorage {
  const path = { id: template.id }
  const readTemplate = () => readVersioned('GET /templates/{id}', { path })
  return {
    async read(purpose) {
      const current = await readTemplate()
      if (formatRoles(current.body.data) === formatRoles(template)) return toStored(current)
      // Merged into this editor, the fields of roles that it does not know would be deleted.
      onOtherRoles(purpose)
      throw refuse(409, texts.otherRoles)
    },
    // A field of a removed role stays in the editor, to get another role.
    async readIsRemoved() {
      const { documents } = (await readTemplate()).body.data
      const ids = new Set(documents.map(({ id }) => id))
      return ({ documentId }) => !ids.has(documentId)
    },
    readEditor: () => Promise.resolve(null),
    async save(edited, etag) {
      if (haveUnknownRole(edited.zones, template)) {
        // Merging removes the fields of a removed role, unless they were changed here.
        const isCurrent = (await readTemplate()).etag === etag
        throw refuse(isCurrent ? 409 : 412, texts.roleGone)
      }
      const fields = editorZonesToInput(edited, template)
      const saved = await saveOnLeaving('PATCH /templates/{id}', { path, body: { fields } }, etag)
      onSaved(saved.body)
      return toStored(saved)
    },
  }
}

/** An error of the editor itself, which is shown as those of the service. */
const refuse = (status: 409 | 412, message: string) =>
  new ApiError(status, { error: { code: 'invalid_state', message } }, null)
