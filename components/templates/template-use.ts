import type { TemplateRecord } from '#lib/templates/schema'

/** The input to use a template: the name of the process, and a person for each role. */
export interface TemplateUse {
  name: string
  signers: { role: string; name: string; email: string; phone?: string; access_code?: string }[]
}

/** A person for each role: that of earlier input, found by the name of the role, or an empty one. */
export function toSigners(roles: TemplateRecord['roles'], input?: TemplateUse): TemplateUse['signers'] {
  return roles.map(
    ({ name }) => input?.signers.find(({ role }) => role === name) ?? { role: name, name: '', email: '' },
  )
}

/** The input that the browser keeps until it is saved. */
export function withoutAccessCodes(use: TemplateUse): TemplateUse {
  return { ...use, signers: use.signers.map(({ access_code: _code, ...person }) => person) }
}
