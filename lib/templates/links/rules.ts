import type { LinkPerson, TemplateLinkRow, TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { isSigning } from '#lib/processes/rules'
import { findNextToInvite } from '#lib/processes/signers/turns'
import { findRoleErrors } from '../rules.ts'

export const linkStatuses = ['active', 'used_up', 'expired', 'ended'] as const
export type LinkStatus = (typeof linkStatuses)[number]
/** Those that visitors are told. */
export const visitStatuses = [...linkStatuses, 'unavailable'] as const
export type VisitStatus = (typeof visitStatuses)[number]

/** Whether a link makes processes now, or why not. */
export function getLinkStatus(
  { endedAt, expiresAt, maxUses, uses }: Pick<TemplateLinkRow, 'endedAt' | 'expiresAt' | 'maxUses' | 'uses'>,
  now: Date,
): LinkStatus {
  if (endedAt) return 'ended'
  if (expiresAt && expiresAt <= now) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'active'
}

/** The role that visitors take: the one that is named, else the only one without a person. */
export function findVisitorRole(
  roles: TemplateRole[],
  people: Pick<LinkPerson, 'role'>[],
  name: string | undefined,
  errors: FieldErrors,
): TemplateRole | null {
  const free = roles.filter((role) => !people.some((person) => person.role === role.name))
  const role = name === undefined ? free.length === 1 && free[0] : roles.find((role) => role.name === name)
  if (role) return role
  errors.role = [
    name === undefined
      ? errorText('values.required')
      : errorText('documents.templateHasNoRole', { role: name }),
  ]
  return null
}

/** Errors of a link whose visitors take `visitor`: under `role` its own, under `signers` those of the other people. */
export function findLinkErrors(
  roles: TemplateRole[],
  visitor: TemplateRole,
  people: LinkPerson[],
): FieldErrors {
  // The visitor comes last, so that the places of the others stay.
  const errors = findRoleErrors(roles, [...people, { role: visitor.name }])
  const named = `signers.${people.length}.role`
  if (errors[named]) {
    errors.role = errors[named]
    delete errors[named]
  }
  const turns = roles.map((role, id) => ({ ...role, id, status: 'pending' as const, embeddedAt: null }))
  const isFirst = findNextToInvite(turns).some(({ name }) => name === visitor.name)
  if (!isSigning(visitor) || !isFirst)
    errors.role = [errorText('documents.linkRoleNotFirst', { role: visitor.name })]
  else if (visitor.otp === 'sms' || visitor.otp === 'access_code')
    errors.role = [errorText('documents.linkRoleNeedsCode', { role: visitor.name })]
  for (const [index, { role, phone }] of people.entries()) {
    const otp = roles.find(({ name }) => name === role)?.otp
    if (otp === 'access_code')
      errors[`signers.${index}.role`] = [errorText('documents.linkRoleNeedsCode', { role })]
    if (otp === 'sms' && !phone) errors[`signers.${index}.phone`] = [errorText('processes.phoneNeeded')]
  }
  return errors
}
