import { Languages } from 'lucide-react'
import { useEffect, useState } from 'react'
import { languageNames } from '#components/i18n/language-names.ts'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import { runScript } from '#components/i18n/texts.ts'
import {
  isRightToLeftLocale,
  type SignerLocale,
  signerLocales,
  signingLanguageCookie,
} from '#lib/core/locales'
import type { LanguageForms } from '#lib/core/text/language-forms'
import type { SigningTexts } from '#lib/messages/signing'

/** The parts with a choice of their own, with the paths of their pages. */
const paths = { signing: '/sign', verify: '/verify' }
type SignerPart = keyof typeof paths

/** The texts of the signing page with the forms of its language. */
export type SigningPageTexts = SigningTexts & { forms: LanguageForms }

/** The texts of a part in a language, whose URL without their hash browsers do not keep. */
export function latestTextsUrl(language: SignerLocale, part: SignerPart): string {
  return `/texts/${language}-${part}.latest.js`
}

/** The language of the page. A chosen one is shown as soon as its texts are there, and remembered by a cookie. */
export function useSigningLanguage(initialLanguage: SignerLocale, part: SignerPart) {
  const [language, setShownLanguage] = useState(initialLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = isRightToLeftLocale(language) ? 'rtl' : 'ltr'
  }, [language])
  function setLanguage(chosen: SignerLocale) {
    const show = () => {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser of today has cookieStore.
      document.cookie = `${signingLanguageCookie}=${chosen}; path=${paths[part]}; samesite=lax`
      setShownLanguage(chosen)
    }
    // Without a connection the page stays in its language.
    runScript(latestTextsUrl(chosen, part)).then(show, () => {})
  }
  return { language, setLanguage }
}

interface LanguageMenuProps {
  t: Pick<SigningTexts, 'locale' | 'language'>
  onLanguage: (language: SignerLocale) => void
}

/** The languages of the page, each by its own name; typed text stays. */
export function LanguageMenu({ t, onLanguage }: LanguageMenuProps) {
  return (
    <span className="relative flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-ink-soft hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Languages className="size-4" aria-hidden="true" />
      <span aria-hidden="true" className="max-sm:hidden">
        {languageNames[t.locale]}
      </span>
      <select
        aria-label={t.language}
        value={t.locale}
        onChange={(event) => onLanguage(event.target.value as SignerLocale)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        <LanguageOptions locales={signerLocales} />
      </select>
    </span>
  )
}
