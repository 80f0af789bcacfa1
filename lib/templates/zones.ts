import type { TemplateField, TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import { mustSign } from '#lib/processes/rules'
import { placeZones, zoneKey } from '#lib/processes/zones'
import type { TemplateFieldInput } from './input.ts'
import type { Papers } from './paper.ts'

/** What zones of a template are placed on and for. */
export interface Plan {
  papers: Papers
  roles: TemplateRole[]
}

const words = { whole: 'template', person: 'role', unknownPerson: 'The template has no such role.' }

/** The zones of a template, by the rules of a process's, each once; faults under `fields.N.member`. */
export function planZones(inputs: TemplateFieldInput[], plan: Plan, faults: FieldErrors): TemplateField[] {
  const { papers, roles } = plan
  const standIns = new Map(roles.map((role, index) => [role.name, index + 1]))
  const placed = placeZones(
    inputs.map(({ role, ...field }) => ({ ...field, signer_id: standIns.get(role) ?? 0 })),
    { documents: papers, signers: new Map(roles.map((role, index) => [index + 1, role])), words },
    faults,
  )
  return [...new Map(placed.map((zone) => [zoneKey(zone), zone])).values()].map(({ signerId, ...zone }) => ({
    ...zone,
    role: roles[signerId - 1]!.name,
  }))
}

/** Those whose document and role are still there. */
export function stillPlanned(
  fields: TemplateField[],
  papers: Papers,
  roles: TemplateRole[],
): TemplateField[] {
  const fill = new Set(roles.filter(mustSign).map((role) => role.name))
  return fields.filter((field) => papers.has(field.documentId) && fill.has(field.role))
}
