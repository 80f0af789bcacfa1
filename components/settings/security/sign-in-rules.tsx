'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

type Rules = Pick<AccountRecord['tenant'], 'require_second_factor' | 'session_idle_minutes'>

/** How users of the organisation must sign in, and when unused sessions end; for administrators. */
export function SignInRules({ tenant }: { tenant: Rules }) {
  const t = useTranslations('settings.signInRules')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const showToast = useToast()
  const change = useChangeAccount()
  const savedToast = { onSuccess: () => showToast(tSettings('saved')) }
  const savedMinutes = String(tenant.session_idle_minutes ?? '')
  const [minutes, setMinutes] = useState(savedMinutes)
  const draft = useFormDraft({
    name: 'idle minutes of sessions',
    start: savedMinutes,
    value: minutes,
    show: setMinutes,
    isSaving: change.isPending,
  })
  const errors = change.error instanceof ApiError ? change.error.fields : {}
  const pendingRequirement = change.isPending ? change.variables?.require_second_factor : undefined
  return (
    <Section title={t('title')}>
      <div className="flex flex-col gap-6 pt-1">
        {errors.session_idle_minutes ? null : <QueryErrorMessage error={change.error} />}
        <Switch
          label={t('factor')}
          hint={t('factorHint')}
          checked={pendingRequirement ?? tenant.require_second_factor}
          onChange={(require_second_factor) => change.mutate({ require_second_factor }, savedToast)}
          disabled={change.isPending}
        />
        <RestoredInput draft={draft} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const session_idle_minutes = minutes === '' ? null : Number(minutes)
            draft.forgetAfter(change.mutateAsync({ session_idle_minutes }, savedToast))
          }}
          className="flex items-start gap-3"
        >
          <Field label={t('idle')} hint={t('idleHint')} error={errors.session_idle_minutes?.join(' ')}>
            <Input
              type="number"
              inputMode="numeric"
              min={5}
              max={1440}
              placeholder={t('never')}
              className="figures max-w-32"
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
            />
          </Field>
          {minutes === savedMinutes ? null : (
            <Button type="submit" busy={change.isPending} className="mt-[1.625rem] shrink-0">
              {tCommon('save')}
            </Button>
          )}
        </form>
      </div>
    </Section>
  )
}
