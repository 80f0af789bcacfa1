import { api } from '#components/api/client.ts'
import type { SignerLocale } from '#lib/core/locales'

export interface Visitor {
  name: string
  email: string
}

/** Whether the link makes new processes: else only those who have begun get a code. */
export const requestVisitorCode = async (token: string, { email }: Visitor, locale: SignerLocale) => {
  const body = { email, locale }
  return (await api('POST /template-links/{token}/code', { path: { token }, body })).status === 'active'
}

/** The URL of the visitor's signing page. */
export const beginByLink = async (token: string, visitor: Visitor, code: string, locale: SignerLocale) => {
  const body = { ...visitor, code, locale }
  return (await api('POST /template-links/{token}/begin', { path: { token }, body })).data.url
}
