'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { SsoInput } from '#components/settings/security/sso-input.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SsoRecord } from '#lib/identity/sso/schema'

const plain = { autoComplete: 'off', spellCheck: false } as const
const code = { ...plain, dir: 'ltr', className: 'font-mono text-sm' } as const

interface SsoFieldsProps {
  sso: SsoRecord
  register: (name: keyof SsoInput) => UseFormRegisterReturn
  error: (name: keyof SsoInput) => string | undefined
}

export function OidcFields({ sso, register, error }: SsoFieldsProps) {
  const t = useTranslations('settings.sso')
  return (
    <>
      <Field label={t('issuer')} hint={t('issuerHint')} error={error('issuer')}>
        <Input type="url" placeholder="https://login.example.com" {...plain} {...register('issuer')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('clientId')} error={error('client_id')}>
          <Input {...plain} {...register('client_id')} />
        </Field>
        <Field label={t('clientSecret')} error={error('client_secret')}>
          <Input
            type="password"
            placeholder={sso.client_id ? t('unchanged') : ''}
            {...plain}
            {...register('client_secret')}
          />
        </Field>
      </div>
    </>
  )
}

export function SamlFields({ sso, register, error }: SsoFieldsProps) {
  const t = useTranslations('settings.sso')
  return (
    <>
      <Field label={t('metadata')} hint={t('metadataHint')} error={error('metadata')} optional>
        <Textarea placeholder="<EntityDescriptor …" {...code} {...register('metadata')} />
      </Field>
      <Field label={t('entityId')} error={error('issuer')}>
        <Input placeholder="https://login.example.com" {...plain} {...register('entity_id')} />
      </Field>
      <Field label={t('ssoUrl')} error={error('sso_url')}>
        <Input type="url" placeholder="https://login.example.com/sso" {...plain} {...register('sso_url')} />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field label={t('certificates')} hint={t('certificatesHint')} error={error('certificates')}>
          <Textarea
            placeholder={sso.certificates.length > 0 ? t('unchanged') : '-----BEGIN CERTIFICATE-----'}
            {...code}
            {...register('certificates')}
          />
        </Field>
        {sso.certificates.map(({ subject, expires_at, fingerprint }) => (
          <p key={fingerprint} title={fingerprint} className="text-sm break-words text-ink-soft">
            {t.rich('certificate', { subject, day: () => <Time at={expires_at} show="day" /> })}
          </p>
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('emailAttribute')} error={error('email_attribute')} optional>
          <Input placeholder={t('usual')} {...plain} {...register('email_attribute')} />
        </Field>
        <Field label={t('nameAttribute')} error={error('name_attribute')} optional>
          <Input placeholder={t('usual')} {...plain} {...register('name_attribute')} />
        </Field>
      </div>
    </>
  )
}
