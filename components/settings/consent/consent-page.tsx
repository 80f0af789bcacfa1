'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ConsentHistory } from '#components/settings/consent/consent-history.tsx'
import { useLanguageName } from '#components/settings/consent/language-name.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { Form, useRecordForm } from '#components/shell/input/record-form.tsx'
import { useUnsavedInput } from '#components/shell/input/unsaved-input.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { ConsentText } from '#components/signing/consent-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select, Textarea } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import { CONSENT_MAX_CHARACTERS, type ConsentLocale, consentLocales } from '#lib/identity/consent/limits'
import type { AccountRecord } from '#lib/identity/schema'

/** The text that signers agree to; for administrators. */
export function ConsentPage() {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="consent" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? <ConsentSection tenant={account.data.tenant} /> : null}
    </PageBody>
  )
}

/** The text that signers agree to: editor, preview and history; for administrators. */
function ConsentSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
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
      <ConsentEditor key={locale} locale={locale} tenant={tenant} />
      <ConsentHistory />
    </section>
  )
}

/** Changes the tenant's own text for a language; null for the inherited one. */
function useChangeConsent(locale: ConsentLocale) {
  const t = useTranslations('settings')
  const client = useQueryClient()
  const showToast = useToast()
  return useMutation({
    mutationFn: (text: string | null) => api('PATCH /account', { body: { consent: { [locale]: text } } }),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast(t('saved'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account', 'consents'] }),
  })
}

function ConsentEditor({ locale, tenant }: { locale: ConsentLocale; tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings')
  const ownText = tenant.consent[locale]
  const textForAll = locale === 'all' ? null : tenant.consent.all
  const inheritedText = textForAll ?? defaultConsent(locale).text
  const savedText = ownText ?? inheritedText
  const change = useChangeConsent(locale)
  const removal = useChangeConsent(locale)
  const form = useRecordForm({
    name: `consent text, ${locale}`,
    saved: { text: savedText },
    findField: () => 'text',
    isChanging: removal.isPending,
    save: ({ text }) => change.mutateAsync(text),
  })
  const { text } = form.input
  const defaultSource = locale === 'all' ? 'defaults' : 'default'
  const source = ownText ? 'own' : textForAll ? 'forAll' : defaultSource
  return (
    <div className="mt-5 grid gap-6 xl:grid-cols-2">
      <Form form={form} className="flex flex-col gap-3">
        <QueryErrorMessage error={removal.error} />
        <Field
          label={t('consent.text')}
          hint={t('consent.textHint', { source: t(`consent.sources.${source}`) })}
          error={form.error('text')}
        >
          <Textarea rows={14} maxLength={CONSENT_MAX_CHARACTERS} {...form.register('text')} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            busy={form.isSaving}
            disabled={text.trim() === savedText || removal.isPending}
          >
            {t('consent.save')}
          </Button>
          {ownText ? (
            <Button
              busy={removal.isPending}
              disabled={form.isSaving}
              onClick={() => form.unsaved.forgetAfter(removal.mutateAsync(null))}
            >
              {t(textForAll ? 'consent.useForAll' : 'consent.useDefault')}
            </Button>
          ) : null}
        </div>
      </Form>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t('consent.preview')}</span>
        <ConsentText text={text} label={t('consent.preview')} className="max-h-96" />
      </div>
    </div>
  )
}
