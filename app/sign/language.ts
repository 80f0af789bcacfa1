import { cookies, headers } from 'next/headers'
import {
  findLocale,
  findNearestSignerLocale,
  type SignerLocale,
  signerLocales,
  signingLanguageCookie,
} from '#lib/core/locales'

/** The language that the signer chose on the page. */
export async function findChosenLanguage(): Promise<SignerLocale | null> {
  return findLocale(signerLocales, (await cookies()).get(signingLanguageCookie)?.value)
}

/** The language that the signer chose, else the one of their record, if it is known, else that of the browser. */
export async function findPageLanguage(signerLocale?: string): Promise<SignerLocale> {
  return (
    (await findChosenLanguage()) ??
    findLocale(signerLocales, signerLocale) ??
    findNearestSignerLocale((await headers()).get('accept-language'))
  )
}
