import type { TemplateData } from '#components/templates/template-model.ts'
import { storedZones, toInputs, type Version } from '#components/zones/model/merge.ts'
import type { zoneToInput } from '#components/zones/model/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { FieldRecord, SignerRecord } from '#lib/processes/schema'

type Role = { id?: number; name: string; role: SignerRecord['role'] }

/** Stored fields as API input, with their ids and the names that the roles have now. */
export function recordsToInput(fields: FieldRecord[], roles: Role[], documentIds: Set<number>) {
  return assignRoles(toInputs(storedZones(fields, null)), roles, documentIds)
}

/** The fields as API input, without those of deleted roles and documents. */
export function assignRoles<Z extends ReturnType<typeof zoneToInput>>(
  zones: Z[],
  roles: Role[],
  documentIds: Set<number>,
) {
  const nameById = new Map(roles.filter(isSigning).map((role) => [role.id, role.name]))
  return zones.flatMap(({ signer_id, ...zone }) => {
    const role = nameById.get(signer_id)
    return role !== undefined && documentIds.has(zone.document_id) ? [{ ...zone, role }] : []
  })
}

/** The fields of the editor as API input. */
export function editorZonesToInput(edited: Version, data: TemplateData) {
  const documentIds = new Set(data.documents.map((document) => document.id))
  return assignRoles(toInputs(edited), data.signers, documentIds)
}
