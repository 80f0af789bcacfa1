'use client'

import { useTranslations } from 'use-intl'
import { useSetSso } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { defaultRoles } from '#lib/identity/sso/default-roles'
import type { SsoRecord } from '#lib/identity/sso/schema'

const plain = { autoComplete: 'off', spellCheck: false } as const

/** The settings of the provider; only the server can check the issuer. */
export function SsoForm({ sso }: { sso: SsoRecord }) {
  const t = useTranslations('settings.sso')
  const tSettings = useTranslations('settings')
  const tRoles = useTranslations('common.roles')
  const change = useSetSso()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'single sign-on',
    saved: {
      issuer: sso.issuer ?? '',
      client_id: sso.client_id ?? '',
      client_secret: '',
      domains: sso.domains.join(', '),
      enforced: sso.enforced,
      create_users: sso.create_users,
      trusts_second_factor: sso.trusts_second_factor,
      default_role: sso.default_role,
    },
    secrets: ['client_secret'],
    save: ({ domains, client_secret, ...others }) =>
      change.mutateAsync({
        ...others,
        domains: domains.split(/[\s,;]+/).filter(Boolean),
        ...(client_secret && { client_secret }),
      }),
    onSaved: () => {
      form.methods.resetField('client_secret')
      showToast(tSettings('saved'))
    },
  })
  return (
    <Form form={form}>
      <Field label={t('issuer')} hint={t('issuerHint')} error={form.error('issuer')}>
        <Input type="url" placeholder="https://login.example.com" {...plain} {...form.register('issuer')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('clientId')} error={form.error('client_id')}>
          <Input {...plain} {...form.register('client_id')} />
        </Field>
        <Field label={t('clientSecret')} error={form.error('client_secret')}>
          <Input
            type="password"
            placeholder={sso.issuer ? t('unchanged') : ''}
            {...plain}
            {...form.register('client_secret')}
          />
        </Field>
      </div>
      <Field label={t('domains')} hint={t('domainsHint')} error={form.error('domains')}>
        <Input placeholder="example.com, example.org" {...plain} {...form.register('domains')} />
      </Field>
      <Switch
        label={t('enforced')}
        hint={t('enforcedHint')}
        checked={form.input.enforced}
        onChange={(enforced) => form.setField('enforced', enforced)}
      />
      <Switch
        label={t('trustsFactor')}
        hint={t('trustsFactorHint')}
        checked={form.input.trusts_second_factor}
        onChange={(trusts) => form.setField('trusts_second_factor', trusts)}
      />
      <Switch
        label={t('createUsers')}
        hint={t('createUsersHint')}
        checked={form.input.create_users}
        onChange={(create) => form.setField('create_users', create)}
      />
      {form.input.create_users ? (
        <Field label={t('defaultRole')} error={form.error('default_role')} className="max-w-48">
          <Select {...form.register('default_role')}>
            {defaultRoles.map((role) => (
              <option key={role} value={role}>
                {tRoles(role)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <SaveButton form={form} className="self-start">
        {t('submit')}
      </SaveButton>
    </Form>
  )
}
