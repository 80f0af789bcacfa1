import { api } from '#components/api/client.ts'
import type { SignerLocale } from '#lib/core/locales'

export interface Visitor {
  name: string
  email: string
}

export const requestVisitorCode = (token: string, visitor: Visitor, locale: SignerLocale) =>
  api('POST /template-links/{token}/code', { path: { token }, body: { ...visitor, locale } })

/** The URL of the visitor's signing page. */
export const beginByLink = async (token: string, { email }: Visitor, code: string) =>
  (await api('POST /template-links/{token}/begin', { path: { token }, body: { email, code } })).data.url
