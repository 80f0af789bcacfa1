import { getPartTexts, getSignerPartTexts, isPart, isSignerPart } from '#app/part-texts'
import { writeTextScript } from '#components/i18n/texts.ts'
import { dashboardLocales, signerLocales } from '#lib/core/locales'
import { findLanguageForms } from '#lib/core/text/language-forms'

/**
 * `/texts/de-auth.<hash>.js`: the texts of a part in one language, and `/texts/forms.de-CH.js`: how a language writes numbers
 * and days. The type is in next.config.ts; Next serves `.tsx` only.
 */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const [, tag = '', part = ''] = /^([a-z]+)-([a-z]+)\.[\w-]+\.js$/.exec(file) ?? []
  const [, locale] = /^forms\.([\w-]{1,255})\.js$/.exec(file) ?? []
  const found = locale ? { texts: findLanguageForms(locale), url: null } : await findTexts(tag, part)
  if (!found) return new Response(null, { status: 404 })
  const { url, texts } = found
  const { pathname } = new URL(request.url)
  // While another version is being installed, a page of one may ask the other.
  const cacheControl = pathname === url ? 'public, max-age=31536000, immutable' : 'no-store'
  return new Response(new TextEncoder().encode(writeTextScript(pathname, texts)), {
    headers: { 'cache-control': cacheControl },
  })
}

async function findTexts(tag: string, part: string) {
  if (isSignerPart(part)) {
    const language = signerLocales.find((locale) => locale === tag)
    return language && getSignerPartTexts(language, part)
  }
  const language = dashboardLocales.find((locale) => locale === tag)
  return language && isPart(part) ? getPartTexts(language, part) : null
}
