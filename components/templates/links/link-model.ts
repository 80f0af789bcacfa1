import type { TemplateUse } from '#components/templates/template-use.ts'
import type { TemplateRecord } from '#lib/templates/schema'

/** The form of a reusable link, with a person for each role; that of the visitors is not sent. */
export interface LinkFormInput {
  role: string
  /** Empty: no limit. */
  limit: string
  /** A day; empty: no end. */
  end: string
  signers: TemplateUse['signers']
}

/** The request of a form; a text that is no number is sent as it is, for the service to refuse. */
export function toLinkInput({ role, limit, end, signers }: LinkFormInput) {
  const number = limit.trim() === '' ? null : Number(limit.trim())
  return {
    role,
    limit: Number.isNaN(number) ? (limit as unknown as number) : number,
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
