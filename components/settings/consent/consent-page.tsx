'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ConsentEditor } from '#components/settings/consent/consent-editor.tsx'
import { ConsentHistory } from '#components/settings/consent/consent-history.tsx'
import { useLanguageName } from '#components/settings/consent/language-name.ts'
import { consentQuery } from '#components/settings/queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { useUnsavedInput } from '#components/shell/input/unsaved-input.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { type ConsentLocale, consentLocales } from '#lib/identity/consent/limits'
import type { AccountRecord } from '#lib/identity/schema'

/** The version of the default text in each language. */
type DefaultVersions = Record<ConsentLocale, string>

/** The text that signers agree to; for administrators. */
export function ConsentPage({ defaultVersions }: { defaultVersions: DefaultVersions }) {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="consent" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? (
        <ConsentSection tenant={account.data.tenant} defaultVersions={defaultVersions} />
      ) : null}
    </PageBody>
  )
}

interface ConsentSectionProps {
  tenant: AccountRecord['tenant']
  defaultVersions: DefaultVersions
}

/** The text that signers agree to: editor, preview and history; for administrators. */
function ConsentSection({ tenant, defaultVersions }: ConsentSectionProps) {
  const t = useTranslations('settings.consent')
  const languageName = useLanguageName()
  const [locale, setLocale] = useState<ConsentLocale>('all')
  // With an unsaved text, its language is kept too.
  useUnsavedInput({
    name: 'language of the consent text',
    start: 'all' as ConsentLocale,
    value: locale,
    show: setLocale,
    isSaving: false,
  })
  const defaultText = useQuery(consentQuery(defaultVersions[locale]))
  return (
    <section>
      <Field label={t('language')} className="max-w-72">
        <Select value={locale} onChange={(event) => setLocale(event.target.value as ConsentLocale)}>
          {consentLocales.map((code) => (
            <option key={code} value={code}>
              {tenant.consent[code] ? t('ownText', { language: languageName(code) }) : languageName(code)}
            </option>
          ))}
        </Select>
      </Field>
      <QueryErrorMessage error={defaultText.error} className="mt-5" onRetry={() => defaultText.refetch()} />
      {defaultText.data ? (
        <ConsentEditor
          key={locale}
          locale={locale}
          tenant={tenant}
          defaultText={defaultText.data.data.text ?? ''}
        />
      ) : null}
      <ConsentHistory />
    </section>
  )
}
