import type { RegionalLocale } from '#lib/core/locales'

/** The languages of signers in the regions in which numbers and dates are written otherwise, each by its own name. */
export const regionalNames: Record<RegionalLocale, string> = {
  'en-GB': 'English (United Kingdom)',
  'en-CA': 'English (Canada)',
  'en-IN': 'English (India)',
  'en-ZA': 'English (South Africa)',
  'fr-CA': 'Français (Canada)',
  'fr-CH': 'Français (Suisse)',
  'fr-LU': 'Français (Luxembourg)',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  'es-CL': 'Español (Chile)',
  'es-CR': 'Español (Costa Rica)',
  'es-MX': 'Español (México)',
  'es-PR': 'Español (Puerto Rico)',
  'it-CH': 'Italiano (Svizzera)',
  'pt-PT': 'Português (Portugal)',
  'nl-BE': 'Nederlands (België)',
  'sv-FI': 'Svenska (Finland)',
  'ar-EG': 'العربية (مصر)',
  'ar-MA': 'العربية (المغرب)',
  'zh-HK': '中文 (香港)',
}
