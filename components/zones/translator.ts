import type { useTranslations } from 'use-intl'

/** Translates the texts of the editor. */
export type ZonesTranslator = ReturnType<typeof useTranslations<'zones'>>
