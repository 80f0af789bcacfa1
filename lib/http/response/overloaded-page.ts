import { findNearestSignerLocale, isRightToLeftLocale } from '#lib/core/locales'
import { offlineTexts } from '#lib/messages/offline'

/**
 * In place of a page while the service is overloaded: HTML without scripts and files, which loads the page again.
 * @param languages the header `Accept-Language`
 */
export function overloadedPage(languages: string | undefined, retrySeconds: number): string {
  const locale = findNearestSignerLocale(languages)
  return `<!doctype html>
<html lang="${locale}" dir="${isRightToLeftLocale(locale) ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Paraph</title>
<body style="font: 1.1rem system-ui; margin: 3rem auto; max-width: 30rem; padding: 0 1rem">
<p>${offlineTexts[locale].unreachableText}</p>
</html>
`
}
