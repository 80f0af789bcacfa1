import type { TemplateField, TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import { mustSign } from '#lib/processes/rules'
import { type Desk, placeZones, zoneKey } from '#lib/processes/zones'
import type { TemplateFieldInput } from './input.ts'
import type { Papers } from './paper.ts'

/** What zones of a template are placed on and for. */
interface Plan {
  papers: Papers
  roles: Pick<TemplateRole, 'name' | 'role'>[]
}

const words = { whole: 'template', person: 'role', unknownPerson: 'The template has no such role.' }

/** The zones of a template, by the rules of a process's, each once; faults under `fields.N.member`. */
export function planZones(
  inputs: TemplateFieldInput[],
  plan: Plan & { roles: TemplateRole[] },
  faults: FieldErrors,
): TemplateField[] {
  const { roles } = plan
  const standIns = numbersOf(roles)
  const placed = placeZones(
    inputs.map(({ role, ...field }) => ({ ...field, signer_id: standIns.get(role) ?? 0 })),
    deskOf(plan),
    faults,
  )
  return [...new Map(placed.map((zone) => [zoneKey(zone), zone])).values()].map(({ signerId, ...zone }) => ({
    ...zone,
    role: roles[signerId - 1]!.name,
  }))
}

/** What stands for a role where a process has a signer's id. */
function numbersOf(roles: Plan['roles']): Map<string, number> {
  return new Map(roles.map((role, index) => [role.name, index + 1]))
}

function deskOf({ papers, roles }: Plan): Desk {
  return { documents: papers, signers: new Map(roles.map((role, index) => [index + 1, role])), words }
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
