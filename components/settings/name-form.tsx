'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { NameInput } from '#components/settings/inputs.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'

interface NameFormProps {
  label: string
  name: string
  subject: 'user' | 'organisation'
  change: {
    mutateAsync: (input: NameInput, options: { onSuccess: () => void }) => Promise<unknown>
    isPending: boolean
    error: Error | null
  }
}

/** The name of the user or of the organisation. */
export function NameForm({ label, name, subject, change }: NameFormProps) {
  const t = useTranslations()
  const form = useForm<NameInput>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then(({ nameInputs }) => nameInputs[subject]),
    ),
    values: { name },
  })
  const register = withValue(form)
  const showToast = useToast()
  const draft = useFormDraft({
    name: `name of the ${subject}`,
    start: { name },
    value: form.watch(),
    show: (input) => form.reset(input, { keepDefaultValues: true }),
    isSaving: change.isPending,
  })
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) =>
        draft.forgetAfter(change.mutateAsync(input, { onSuccess: () => showToast(t('settings.saved')) })),
      )}
      className="flex max-w-md flex-col gap-3"
    >
      <RestoredInput draft={draft} />
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
