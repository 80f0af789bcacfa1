'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { ConsentHistory } from '#components/settings/consent-history.tsx'
import { consentLanguage } from '#components/settings/consent-language.ts'
import { ConsentText } from '#components/signing/consent-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select, Textarea } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import { CONSENT_MAX_CHARACTERS, type ConsentLocale, consentLocales } from '#lib/identity/consent/schema'
import type { AccountRecord } from '#lib/identity/schema'

/** The text that signers agree to: editor, preview and history; for administrators. */
export function ConsentSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const [locale, setLocale] = useState<ConsentLocale>('all')
  return (
    <Section title="Consent of signers" className="lg:col-span-2">
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Signers agree to this text before they sign. The default text covers what the ESIGN Act and eIDAS ask
        for. Every version of your own text is stored for good, and the certificate of completion names the
        one that a signer agreed to.
      </p>
      <Field label="Language" className="max-w-72">
        <Select value={locale} onChange={(event) => setLocale(event.target.value as ConsentLocale)}>
          {consentLocales.map((code) => (
            <option key={code} value={code}>
              {consentLanguage(code)}
              {tenant.consent[code] ? ' (own text)' : ''}
            </option>
          ))}
        </Select>
      </Field>
      <ConsentEditor key={locale} locale={locale} tenant={tenant} />
      <ConsentHistory />
    </Section>
  )
}

function ConsentEditor({ locale, tenant }: { locale: ConsentLocale; tenant: AccountRecord['tenant'] }) {
  const own = tenant.consent[locale]
  const forAll = locale === 'all' ? null : tenant.consent.all
  const inherited = forAll ?? defaultConsent(locale).text
  const shown = own ?? inherited
  const [text, setText] = useState(shown)
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (value: string | null) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', { consent: { [locale]: value } }),
    onSuccess: (body, value) => {
      client.setQueryData(['account'], body)
      if (value === null) setText(inherited)
      showToast('Saved.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account', 'consents'] }),
  })
  const error = change.error instanceof ApiError ? change.error.fields[`consent.${locale}`]?.[0] : undefined
  const source = own
    ? 'your own text'
    : forAll
      ? 'your text for all languages'
      : locale === 'all'
        ? 'the default text of each language'
        : 'the default text'
  return (
    <div className="mt-5 grid gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        {error ? null : <QueryErrorMessage error={change.error} />}
        <Field
          label="Text"
          hint={`In use: ${source}. Plain text, each line a paragraph; a short label with a colon is shown bold.`}
          error={error}
        >
          <Textarea
            value={text}
            rows={14}
            maxLength={CONSENT_MAX_CHARACTERS}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            busy={change.isPending}
            disabled={text.trim() === shown}
            onClick={() => change.mutate(text)}
          >
            Save new version
          </Button>
          {own ? (
            <Button variant="line" busy={change.isPending} onClick={() => change.mutate(null)}>
              {forAll ? 'Use the text for all languages' : 'Use the default text'}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">Preview</span>
        <ConsentText text={text} label="Preview" className="max-h-96" />
      </div>
    </div>
  )
}
