'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useSetSso } from '#components/settings/queries.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { defaultRoles } from '#lib/identity/sso/default-roles'
import type { SsoRecord } from '#lib/identity/sso/schema'

/** The settings of the provider; only the server can check the issuer. */
export function SsoForm({ sso }: { sso: SsoRecord }) {
  const t = useTranslations('settings.sso')
  const tSettings = useTranslations('settings')
  const tRoles = useTranslations('common.roles')
  const savedInput = {
    issuer: sso.issuer ?? '',
    client_id: sso.client_id ?? '',
    domains: sso.domains.join(', '),
    enforced: sso.enforced,
    create_users: sso.create_users,
    trusts_second_factor: sso.trusts_second_factor,
    default_role: sso.default_role,
  }
  const [input, setInput] = useState({ ...savedInput, client_secret: '' })
  const change = useSetSso()
  // The secret is never kept.
  const { client_secret, ...inputWithoutSecret } = input
  const draft = useFormDraft({
    name: 'single sign-on',
    start: savedInput,
    value: inputWithoutSecret,
    show: (restored) => setInput({ ...restored, client_secret: '' }),
    isSaving: change.isPending,
  })
  const showToast = useToast()
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  /** The errors of a field and of its items, such as `domains.0`. */
  const errorOf = (name: string) =>
    Object.entries(fields)
      .filter(([field]) => field.split('.')[0] === name)
      .flatMap(([, messages]) => messages)
      .join(' ') || undefined
  const textInput = (name: 'issuer' | 'client_id' | 'client_secret' | 'domains') => ({
    value: input[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => setInput({ ...input, [name]: event.target.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { domains, ...others } = inputWithoutSecret
    const saving = change.mutateAsync(
      {
        ...others,
        domains: domains.split(/[\s,;]+/).filter(Boolean),
        ...(client_secret && { client_secret }),
      },
      {
        onSuccess: () => {
          setInput({ ...input, client_secret: '' })
          showToast(tSettings('saved'))
        },
      },
    )
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {Object.keys(fields).length > 0 ? null : <QueryErrorMessage error={change.error} />}
      <Field label={t('issuer')} hint={t('issuerHint')} error={errorOf('issuer')}>
        <Input type="url" placeholder="https://login.example.com" {...textInput('issuer')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('clientId')} error={errorOf('client_id')}>
          <Input {...textInput('client_id')} />
        </Field>
        <Field label={t('clientSecret')} error={errorOf('client_secret')}>
          <Input
            type="password"
            placeholder={sso.issuer ? t('unchanged') : ''}
            {...textInput('client_secret')}
          />
        </Field>
      </div>
      <Field label={t('domains')} hint={t('domainsHint')} error={errorOf('domains')}>
        <Input placeholder="example.com, example.org" {...textInput('domains')} />
      </Field>
      <Switch
        label={t('enforced')}
        hint={t('enforcedHint')}
        checked={input.enforced}
        onChange={(enforced) => setInput({ ...input, enforced })}
      />
      <Switch
        label={t('trustsFactor')}
        hint={t('trustsFactorHint')}
        checked={input.trusts_second_factor}
        onChange={(trusts_second_factor) => setInput({ ...input, trusts_second_factor })}
      />
      <Switch
        label={t('createUsers')}
        hint={t('createUsersHint')}
        checked={input.create_users}
        onChange={(create_users) => setInput({ ...input, create_users })}
      />
      {input.create_users ? (
        <Field label={t('defaultRole')} className="max-w-48">
          <Select
            value={input.default_role}
            onChange={(event) =>
              setInput({ ...input, default_role: event.target.value as SsoRecord['default_role'] })
            }
          >
            {defaultRoles.map((role) => (
              <option key={role} value={role}>
                {tRoles(role)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
        {t('submit')}
      </Button>
    </form>
  )
}
