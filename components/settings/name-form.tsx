'use client'

import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { NameInput } from '#components/settings/inputs.ts'
import { accountQuery } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'

interface NameFormProps {
  label: string
  name: string
  /** What has the name, in the API: the user, or the organisation. */
  path: '/user' | '/account'
}

/** The name of the user or of the organisation. */
export function NameForm({ label, name, path }: NameFormProps) {
  const t = useTranslations()
  const form = useSmallForm({ name }, () =>
    import('#components/settings/inputs.ts').then(({ nameInputs }) => nameInputs[path]),
  )
  const showToast = useToast()
  const change = useInvalidatingMutation(accountQuery.queryKey, (input: NameInput) =>
    api('PATCH', path, input),
  )
  const { errors, isDirty } = form
  return (
    <form
      noValidate
      onSubmit={form.submit((input) =>
        change.mutate(input, {
          onSuccess: () => {
            form.reset()
            showToast(t('settings.saved'))
          },
        }),
      )}
      className="flex max-w-md flex-col gap-3"
    >
      <QueryErrorMessage error={change.error} />
      <Field label={label} error={errors.name}>
        <Input {...form.field('name')} />
      </Field>
      {isDirty ? (
        <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
          {t('common.save')}
        </Button>
      ) : null}
    </form>
  )
}
