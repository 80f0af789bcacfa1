'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Form, useRecordForm } from '#components/shell/input/record-form.tsx'
import { ConsentText } from '#components/signing/consent-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { CONSENT_MAX_CHARACTERS, type ConsentLocale } from '#lib/identity/consent/limits'
import type { AccountRecord } from '#lib/identity/schema'

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

interface ConsentEditorProps {
  locale: ConsentLocale
  tenant: AccountRecord['tenant']
  /** That of the language. */
  defaultText: string
}

/** Changes the text that signers agree to in a language, with a preview. */
export function ConsentEditor({ locale, tenant, defaultText }: ConsentEditorProps) {
  const t = useTranslations('settings')
  const ownText = tenant.consent[locale]
  const textForAll = locale === 'all' ? null : tenant.consent.all
  const inheritedText = textForAll ?? defaultText
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
            unavailable={text.trim() === savedText || removal.isPending}
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
