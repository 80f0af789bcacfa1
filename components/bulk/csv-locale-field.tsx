'use client'

import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { findExample } from '#components/bulk/csv-locale.ts'
import { useLanguageForms } from '#components/i18n/language-forms.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { listLocales } from '#lib/core/text/language-forms'

interface CsvLocaleFieldProps {
  /** By `listCsvLocales`. */
  locales: string[]
  /** Null until one is chosen. */
  value: string | null
  onChange: (locale: string) => void
}

/** Says how numbers and dates of a CSV are written, and has it chosen where the language has several forms. */
export function CsvLocaleField({ locales, value, onChange }: CsvLocaleFieldProps) {
  const t = useTranslations('bulk.send')
  const { language } = usePreferences()
  const names = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' })
  const example = value && (
    <Suspense>
      <Example locale={value} />
    </Suspense>
  )
  if (locales.length === 1) return <p className="text-sm text-ink-faint">{example}</p>
  return (
    <Field label={t('csvLocale')} hint={example} className="max-w-md">
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        {value ? null : <option value="">{t('chooseLanguage')}</option>}
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {names.of(new Intl.Locale(listLocales(locale)[0]!).baseName)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Example({ locale }: { locale: string }) {
  useLanguageForms(locale)
  return useTranslations('bulk.send')('writtenLike', findExample(locale))
}
