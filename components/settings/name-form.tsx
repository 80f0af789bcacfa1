'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { NameInput } from '#components/settings/inputs.ts'
import { accountQuery } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'

interface NameFormProps {
  label: string
  name: string
  /** What has the name, in the API: the user, or the organisation. */
  path: '/user' | '/account'
}

/** The name of the user or of the organisation. */
export function NameForm({ label, name, path }: NameFormProps) {
  const t = useTranslations()
  const form = useForm<NameInput>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then(({ nameInputs }) => nameInputs[path]),
    ),
    values: { name },
  })
  const register = withValue(form)
  const showToast = useToast()
  const change = useInvalidatingMutation(accountQuery.queryKey, (input: NameInput) =>
    api('PATCH', path, input),
  )
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) =>
        change.mutate(input, { onSuccess: () => showToast(t('settings.saved')) }),
      )}
      className="flex max-w-md flex-col gap-3"
    >
      <QueryErrorMessage error={change.error} />
      <Field label={label} error={errors.name?.message}>
        <Input {...register('name')} />
      </Field>
      {isDirty ? (
        <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
          {t('common.save')}
        </Button>
      ) : null}
    </form>
  )
}
