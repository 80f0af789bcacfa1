'use client'

import { useTranslations } from 'use-intl'
import { useCheckedForm } from '#components/api/checked-form.ts'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { SaveButton } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** The form in which users change their own password. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('settings.password')
  const showToast = useToast()
  const isHydrated = useHydrated()
  const form = useCheckedForm({
    saved: { current_password: '', password: '' },
    schema: () => import('#components/settings/inputs.ts').then((inputs) => inputs.passwordChange(t)),
    save: (input) => api('PUT /user/password', { body: input }),
    onSaved: () => {
      form.methods.reset()
      showToast(t('changed'))
    },
  })
  return (
    <Section title={t('title')}>
      <form
        method="post"
        inert={!isHydrated}
        noValidate
        onSubmit={form.submit}
        className="flex max-w-sm flex-col gap-5 pt-1"
      >
        <QueryErrorMessage error={form.failure} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('current')} error={form.error('current_password')}>
          <Input type="password" autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        <Field label={t('new')} error={form.error('password')} hint={t('newHint')}>
          <Input type="password" autoComplete="new-password" {...form.register('password')} />
        </Field>
        <SaveButton form={form} variant="line" className="self-start">
          {t('submit')}
        </SaveButton>
      </form>
    </Section>
  )
}
