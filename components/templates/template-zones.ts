import { storedZones, toInputs, type Version } from '#components/zones/model/merge.ts'
import type { DraftZone, zoneToInput } from '#components/zones/model/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { FieldRecord, SignerRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

type Role = { id?: number; name: string; role: SignerRecord['role'] }

/** A prime number. Times 257, and with a byte added, every smaller number is still a safe integer. */
const MODULUS = 2 ** 44 - 17

/** Stored fields as API input, with their ids and the names that the roles have now. */
export function recordsToInput(fields: FieldRecord[], roles: Role[], documentIds: Set<number>) {
  const zones = toInputs(storedZones(fields, null)).filter((zone) => documentIds.has(zone.document_id))
  return assignRoles(zones, roles)
}

/** The fields as API input, without those of deleted roles. */
function assignRoles<Z extends ReturnType<typeof zoneToInput>>(zones: Z[], roles: Role[]) {
  const nameById = new Map(roles.filter(isSigning).map((role) => [role.id, role.name]))
  return zones.flatMap(({ signer_id, ...zone }) => {
    const role = nameById.get(signer_id)
    return role !== undefined ? [{ ...zone, role }] : []
  })
}

/**
 * The signer id of a role in the editor. It is made of the name: a position would be that of another role once the
 * roles are reordered elsewhere, and the browser keeps unsaved fields longer than the page.
 */
export function toSignerId(roleName: string): number {
  return new TextEncoder().encode(roleName).reduce((id, byte) => (id * 257 + byte) % MODULUS, 1)
}

/** The roles that have fields, as signers of the editor. */
export function editorSigners({ roles }: Pick<TemplateRecord, 'roles'>) {
  return roles.filter(isSigning).map(({ name, role }) => ({ id: toSignerId(name), name, role }))
}

/** The stored fields of a template as zones of the editor. */
export function templateZones({ fields }: Pick<TemplateRecord, 'fields'>, etag: string | null) {
  return storedZones(
    fields.map(({ role, ...field }) => ({ ...field, signer_id: toSignerId(role) })),
    etag,
  )
}

/** The fields of the editor as API input. */
export function editorZonesToInput(edited: Version, template: Pick<TemplateRecord, 'roles'>) {
  return assignRoles(toInputs(edited), editorSigners(template))
}

/** Whether there are zones of a role that the template no longer has. */
export function haveUnknownRole(zones: DraftZone[], template: Pick<TemplateRecord, 'roles'>): boolean {
  const ids = new Set(editorSigners(template).map(({ id }) => id))
  return zones.some(({ signerId }) => !ids.has(signerId))
}

/** The names of the roles that have fields, whatever their order, for comparison. */
export function formatRoles({ roles }: Pick<TemplateRecord, 'roles'>): string {
  return JSON.stringify(
    roles
      .filter(isSigning)
      .map(({ name }) => name)
      .toSorted(),
  )
}
