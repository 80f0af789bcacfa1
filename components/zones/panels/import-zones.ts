import type { DraftZone, EditorSigner } from '#components/zones/model/zone-model.ts'
import type { FileFieldsRecord } from '#lib/documents/schema'
import { getFileRules } from '#lib/processes/fields/field-rules'
import { tellOperandsApart } from '#lib/processes/fields/operands'

type FileField = FileFieldsRecord['fields'][number]

/** The form fields and text tags of one document. */
export interface DocumentFields {
  documentId: number
  fields: FileField[]
}

/**
 * The zones of form fields and text tags. The fields of a role go to the signer with its name; other roles go to the
 * remaining signers in order, and the last signer gets those of all further roles. Fields without a role go to the
 * first signer. Fields that were imported before are left out.
 */
export function importedZones(
  files: DocumentFields[],
  signers: EditorSigner[],
  existingZones: DraftZone[],
): Omit<DraftZone, 'key'>[] {
  const roles = [...new Set(files.flatMap(({ fields }) => fields.flatMap(({ role }) => role ?? [])))]
  const signerByRole = signersByRole(roles, signers)
  const zones = files.flatMap(({ documentId, fields }) =>
    fields.map((field) =>
      asZone(field, documentId, (field.role && signerByRole.get(field.role)) || signers[0]!.id),
    ),
  )
  const documentIds = files.map(({ documentId }) => documentId)
  const labelled = tellOperandsApart(zones, ({ documentId }) => documentIds.indexOf(documentId))
  return withoutImported(labelled, existingZones)
}

/** The zones without those that were imported before: at their place or, as they may have been moved, with their label. */
function withoutImported(zones: Omit<DraftZone, 'key'>[], existingZones: DraftZone[]) {
  const imported = new Set(existingZones.filter((zone) => zone.imported))
  const withoutMatches = (candidates: Omit<DraftZone, 'key'>[], keyOf: typeof placeKey) => {
    const importedByKey = Map.groupBy(imported, keyOf)
    return candidates.filter((zone) => {
      const match = importedByKey.get(keyOf(zone))?.shift()
      if (match) imported.delete(match)
      return !match
    })
  }
  return withoutMatches(withoutMatches(zones, placeKey), labelKey)
}

function signersByRole(roles: string[], signers: EditorSigner[]): Map<string, number> {
  const signerIdByRole = new Map<string, number>()
  for (const role of roles) {
    const signer = signers.find(({ name }) => name.toLowerCase() === role.toLowerCase())
    if (signer) signerIdByRole.set(role, signer.id)
  }
  const assigned = new Set(signerIdByRole.values())
  const remaining = signers.filter(({ id }) => !assigned.has(id))
  for (const role of roles)
    if (!signerIdByRole.has(role)) signerIdByRole.set(role, (remaining.shift() ?? signers.at(-1)!).id)
  return signerIdByRole
}

function placeKey({ documentId, type, page, x, y }: Omit<DraftZone, 'key'>): string {
  return [documentId, type, page, Math.round(x), Math.round(y)].join(' ')
}

function labelKey({ documentId, type, label }: Omit<DraftZone, 'key'>): string {
  return [documentId, type, label.trim()].join(' ')
}

function asZone(field: FileField, documentId: number, signerId: number): Omit<DraftZone, 'key'> {
  const { type, page, x, y, width, height, required, options, auto, value, read_only: readOnly } = field
  const { max_length: maxLength, decimals } = field
  return {
    ...{ documentId, signerId, type, page, x, y, width, height, required, options },
    auto,
    readOnly,
    imported: true,
    condition: null,
    formula: field.formula ?? '',
    editable: field.editable,
    layout: field.layout,
    label: field.label,
    value: value ?? '',
    placeholder: field.placeholder ?? '',
    validation: getFileRules({ type, auto, readOnly, value, maxLength, decimals }),
  }
}
