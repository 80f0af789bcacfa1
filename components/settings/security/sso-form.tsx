'use client'

import { useTranslations } from 'use-intl'
import { useSetSso } from '#components/settings/queries.ts'
import { OidcFields, SamlFields } from '#components/settings/security/sso-fields.tsx'
import { SsoUrls } from '#components/settings/security/sso-urls.tsx'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { defaultRoles } from '#lib/identity/sso/default-roles'
import type { SsoRecord } from '#lib/identity/sso/schema'
import { toSsoChange, toSsoInput } from './sso-input.ts'

/** The settings of the provider; only the server can check it. */
export function SsoForm({ sso }: { sso: SsoRecord }) {
  const t = useTranslations('settings.sso')
  const tSettings = useTranslations('settings')
  const tRoles = useTranslations('common.roles')
  const change = useSetSso()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'single sign-on',
    saved: toSsoInput(sso),
    secrets: ['client_secret'],
    save: (input) => change.mutateAsync(toSsoChange(input)),
    onSaved: () => {
      for (const name of ['client_secret', 'metadata', 'certificates'] as const) form.methods.resetField(name)
      showToast(tSettings('saved'))
    },
  })
  const { protocol } = form.input
  const fields = { sso, register: form.register, error: form.error }
  return (
    <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
      <Form form={form}>
        <Field label={t('protocol')} className="max-w-48">
          <Select {...form.register('protocol')}>
            <option value="oidc">OpenID Connect</option>
            <option value="saml">SAML 2.0</option>
          </Select>
        </Field>
        {protocol === 'saml' ? <SamlFields {...fields} /> : <OidcFields {...fields} />}
        <Field label={t('domains')} hint={t('domainsHint')} error={form.error('domains')}>
          <Input
            placeholder="example.com, example.org"
            autoComplete="off"
            spellCheck={false}
            {...form.register('domains')}
          />
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
      <SsoUrls sso={sso} protocol={protocol} />
    </div>
  )
}
