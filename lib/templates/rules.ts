import type { TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { RoleInput, UseTemplate } from './input.ts'

/** Roles in their order; a missing order is the position. */
export function sortRoles(roles: RoleInput[]): TemplateRole[] {
  return roles
    .map(({ name, order, type, role, otp = null, signature_level: signatureLevel = 'simple' }, index) => ({
      ...{ name, order: order ?? index + 1, type, role, otp, signatureLevel },
    }))
    .sort((a, b) => a.order - b.order)
}

/** A person for a role; of an access code that was stored before, only its hash is known. */
export type PersonOfRole = UseTemplate['signers'][number] & { accessCodeHash?: string | null }

/** The signers of a process, one per role, in the order of the roles; errors under `signers`. */
export function assignRoles(roles: TemplateRole[], signers: PersonOfRole[], errors: FieldErrors) {
  Object.assign(errors, findRoleErrors(roles, signers))
  const recipientsByRole = new Map(signers.map((person) => [person.role, person]))
  return roles.flatMap(({ name, order, type, role, otp, signatureLevel }) => {
    const person = recipientsByRole.get(name)
    if (!person) return []
    const settings = {
      otp: person.otp === undefined ? otp : person.otp,
      signature_level: person.signature_level ?? signatureLevel,
    }
    return [{ ...person, order, type, role, ...settings }]
  })
}

/** The path in the request of a member of a signer, whom `assignRoles` has put in the order of the roles. */
export function toSignerPath(
  roles: TemplateRole[],
  signers: Pick<PersonOfRole, 'role'>[],
  path: string,
): string {
  return path.replace(/^signers\.(\d+)/, (all, position) => {
    const index = signers.findIndex(({ role }) => role === roles[position]?.name)
    return index < 0 ? all : `signers.${index}`
  })
}

/** Errors: unknown, duplicate and missing roles. */
export function findRoleErrors(roles: TemplateRole[], signers: Pick<PersonOfRole, 'role'>[]): FieldErrors {
  const errors: FieldErrors = {}
  const roleNames = new Set(roles.map((role) => role.name))
  const assigned = new Set<string>()
  for (const [index, { role }] of signers.entries()) {
    if (!roleNames.has(role))
      errors[`signers.${index}.role`] = [errorText('documents.templateHasNoRole', { role })]
    else if (assigned.has(role))
      errors[`signers.${index}.role`] = [errorText('documents.roleAppearsTwice', { role })]
    else assigned.add(role)
  }
  const unassigned = roles.filter((role) => !assigned.has(role.name))
  if (unassigned.length > 0) {
    errors.signers = unassigned.map(
      (role): ErrorText => errorText('documents.roleWithoutPerson', { role: role.name }),
    )
  }
  return errors
}
