import type { LinkPerson, TemplateLinkRow, TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { isSigning } from '#lib/processes/rules'
import { findCodeErrors } from '#lib/processes/signers/code-methods'
import { findNextToInvite } from '#lib/processes/signers/turns'
import { findRoleErrors } from '../rules.ts'

export const linkStatuses = ['active', 'used_up', 'expired', 'ended', 'unavailable'] as const
export type LinkStatus = (typeof linkStatuses)[number]

/** Whether the dates and the limit of a link let it make processes; `findLinkProblems` tells whether all else does. */
export function getLinkStatus(
  { endedAt, expiresAt, maxUses, uses }: Pick<TemplateLinkRow, 'endedAt' | 'expiresAt' | 'maxUses' | 'uses'>,
  now: Date,
): Exclude<LinkStatus, 'unavailable'> {
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

/** Errors of a link: under `role` those of the role that visitors take, under `signers` those of the other people. */
export function findLinkErrors(
  roles: TemplateRole[],
  visitorRole: string,
  people: LinkPerson[],
): FieldErrors {
  // The visitor comes last, so that the places of the others stay.
  const { [`signers.${people.length}.role`]: unknownRole, ...errors } = findRoleErrors(roles, [
    ...people,
    { role: visitorRole },
  ])
  const role = unknownRole ?? findVisitorErrors(roles, visitorRole)
  for (const [index, { role, phone = null }] of people.entries()) {
    const otp = roles.find(({ name }) => name === role)?.otp ?? null
    const { otp: notConfigured, phone: notReached } = findCodeErrors({ otp, phone, accessCodeHash: null })
    if (otp === 'access_code')
      errors[`signers.${index}.role`] = [errorText('documents.linkRoleNeedsCode', { role })]
    if (notConfigured) errors[`signers.${index}.role`] = notConfigured
    if (notReached) errors[`signers.${index}.phone`] = notReached
  }
  return { ...(role && { role }), ...errors }
}

/**
 * How the template, as it is now, lets nobody begin by a link; null if somebody can.
 * @param templateErrors those of `findTemplateErrors`
 */
export function findTemplateProblem(
  { visitorRole, people }: Pick<TemplateLinkRow, 'visitorRole' | 'people'>,
  roles: TemplateRole[],
  templateErrors: FieldErrors,
): ErrorText | null {
  const [messages] = Object.values({ ...findLinkErrors(roles, visitorRole, people), ...templateErrors })
  return messages?.[0] ?? null
}

function findVisitorErrors(roles: TemplateRole[], name: string): ErrorText[] | null {
  const turns = roles.map((role, id) => ({ ...role, id, status: 'pending' as const, embeddedAt: null }))
  const visitor = findNextToInvite(turns).find((role) => role.name === name)
  if (!visitor || !isSigning(visitor)) return [errorText('documents.linkRoleNotFirst', { role: name })]
  return visitor.otp === 'sms' || visitor.otp === 'access_code'
    ? [errorText('documents.linkRoleNeedsCode', { role: name })]
    : null
}
