'use client'

import { useTranslations } from 'use-intl'
import { useSetSigningService } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { SigningServiceRecord } from '#lib/keys/signing-service/schema'

const plain = { autoComplete: 'off', spellCheck: false } as const
const modes = ['oauth2code', 'explicit', 'implicit'] as const

/** The access to the service; only the server can check it. */
export function SigningServiceForm({ service }: { service: SigningServiceRecord }) {
  const t = useTranslations('settings.signingService')
  const tSettings = useTranslations('settings')
  const change = useSetSigningService()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'signing service',
    saved: {
      url: service.url ?? '',
      client_id: service.client_id ?? '',
      client_secret: '',
      credential_mode: service.credential_mode ?? '',
    },
    secrets: ['client_secret'],
    save: ({ client_secret, credential_mode, ...others }) =>
      change.mutateAsync({
        ...others,
        credential_mode: modes.find((mode) => mode === credential_mode) ?? null,
        ...(client_secret && { client_secret }),
      }),
    onSaved: () => {
      form.methods.resetField('client_secret')
      showToast(tSettings('saved'))
    },
  })
  const mode = modes.find((known) => known === form.input.credential_mode)
  return (
    <Form form={form}>
      <Field label={t('url')} hint={t('urlHint')} error={form.error('url')}>
        <Input
          type="url"
          placeholder="https://sign.example.com/csc/v2"
          {...plain}
          {...form.register('url')}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('clientId')} error={form.error('client_id')}>
          <Input {...plain} {...form.register('client_id')} />
        </Field>
        <Field label={t('clientSecret')} error={form.error('client_secret')}>
          <Input
            type="password"
            placeholder={service.url ? t('unchanged') : ''}
            {...plain}
            {...form.register('client_secret')}
          />
        </Field>
      </div>
      <Field
        label={t('mode')}
        hint={mode ? t(`modeHints.${mode}`) : t('modeHints.any')}
        error={form.error('credential_mode')}
      >
        <Select {...form.register('credential_mode')}>
          <option value="">{t('modes.any')}</option>
          {modes.map((known) => (
            <option key={known} value={known}>
              {t(`modes.${known}`)}
            </option>
          ))}
        </Select>
      </Field>
      <SaveButton form={form} className="self-start">
        {t('submit')}
      </SaveButton>
    </Form>
  )
}
