import { type TemplateUse, toSigners } from '#components/templates/template-use.ts'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The form of a reusable link, with a person for each role; that of the visitors is not sent. */
export interface LinkFormInput {
  role: string
  /** Null: no limit. */
  limit: number | null
  /** A day; empty: no end. */
  end: string
  signers: TemplateUse['signers']
}

/** The form for the roles that the template has: empty, or with earlier input, in which the roles are found by name. */
export function toLinkForm(roles: TemplateRecord['roles'], input?: LinkFormInput): LinkFormInput {
  const signing = roles.filter(isSigning)
  const visitor = signing.find(({ name }) => name === input?.role) ?? signing[0]
  return { limit: null, end: '', ...input, role: visitor?.name ?? '', signers: toSigners(roles, input) }
}

/** The request of a form. */
export function toLinkInput({ role, limit, end, signers }: LinkFormInput) {
  return {
    role,
    limit,
    expires_at: end === '' ? null : endOfDay(end),
    signers: signers
      .filter((person) => person.role !== role)
      .map(({ phone, access_code: _, ...person }) => ({ ...person, ...(phone && { phone }) })),
  }
}

/** The end of a day of this time zone. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** The control that shows the errors of a member of the request, which has no person for the visitors' role. */
export function toLinkControl(member: string, visitorRole: string, roles: TemplateRecord['roles']): string {
  if (member === 'expires_at') return 'end'
  const [, index, rest] = /^signers\.(\d+)\.(.*)$/.exec(member) ?? []
  if (index === undefined) return member
  const others = roles.filter(({ name }) => name !== visitorRole)
  return `signers.${roles.indexOf(others[Number(index)]!)}.${rest}`
}
