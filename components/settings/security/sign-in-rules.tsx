'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

type Rules = Pick<
  AccountRecord['tenant'],
  'require_second_factor' | 'session_idle_minutes' | 'show_signing_links'
>

/** How users of the organisation must sign in, and when unused sessions end; for administrators. */
export function SignInRules({ tenant }: { tenant: Rules }) {
  const t = useTranslations('settings.signInRules')
  return (
    <Section title={t('title')}>
      <div className="flex flex-col gap-6 pt-1">
        <RuleSwitch
          rule="require_second_factor"
          isOn={tenant.require_second_factor}
          label={t('factor')}
          hint={t('factorHint')}
        />
        <IdleMinutes minutes={tenant.session_idle_minutes} />
        <RuleSwitch
          rule="show_signing_links"
          isOn={tenant.show_signing_links}
          label={t('showLinks')}
          hint={t('showLinksHint')}
        />
      </div>
    </Section>
  )
}

function RuleSwitch({
  rule,
  isOn,
  ...texts
}: {
  rule: 'require_second_factor' | 'show_signing_links'
  isOn: boolean
  label: string
  hint: string
}) {
  const t = useTranslations('settings')
  const showToast = useToast()
  const change = useChangeAccount()
  return (
    <>
      <QueryErrorMessage error={change.error} />
      <SavedSwitch
        {...texts}
        isOn={isOn}
        save={async (isChecked) => {
          await change.mutateAsync({ [rule]: isChecked })
          showToast(t('saved'))
        }}
      />
    </>
  )
}

function IdleMinutes({ minutes }: { minutes: number | null }) {
  const t = useTranslations('settings')
  const showToast = useToast()
  const change = useChangeAccount()
  const form = useRecordForm({
    name: 'idle minutes of sessions',
    saved: { session_idle_minutes: minutes },
    save: change.mutateAsync,
    onSaved: () => showToast(t('saved')),
  })
  return (
    <Form form={form} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Field
          label={t('signInRules.idle')}
          hint={t('signInRules.idleHint')}
          error={form.error('session_idle_minutes')}
        >
          <NumberInput
            placeholder={t('signInRules.never')}
            className="max-w-32"
            {...form.register('session_idle_minutes', wholeNumber)}
          />
        </Field>
        <SaveButton form={form} whenChanged variant="line" className="mt-[1.625rem] shrink-0" />
      </div>
    </Form>
  )
}
