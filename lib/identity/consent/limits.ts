import { signerLocales } from '#lib/core/locales'

/**
 * Apart from the schemas, which pages do not load. The languages of consent texts; `all` is for those without a text
 * of their own.
 */
export const consentLocales = ['all', ...signerLocales] as const
export type ConsentLocale = (typeof consentLocales)[number]

export const CONSENT_MIN_CHARACTERS = 20
export const CONSENT_MAX_CHARACTERS = 10_000
