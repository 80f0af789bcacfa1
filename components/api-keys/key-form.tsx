'use client'

import { type Path, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import {
  asNewKey,
  defaultScopes,
  type KeyInput,
  keyInput,
  lifetimes,
  lifetimeText,
  pathOf,
} from '#components/api-keys/key-model.ts'
import { useCreateKey } from '#components/api-keys/queries.ts'
import { Scopes } from '#components/api-keys/scopes.tsx'
import { useAccount } from '#components/shell/account.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select, Textarea } from '#components/ui/form/input.tsx'

/** The form of a new key. */
export function KeyForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const t = useTranslations('apiKeys.form')
  const isTestMode = useAccount().data?.test_mode ?? false
  const emptyInput: KeyInput = {
    name: '',
    lifetime: '365',
    addresses: '',
    testMode: isTestMode,
    scopes: defaultScopes,
  }
  const form = useForm<KeyInput>({
    resolver: lazyResolver(async () => keyInput(t)),
    defaultValues: emptyInput,
  })
  const create = useCreateKey()
  const draft = useFormDraft({
    name: 'new key',
    start: emptyInput,
    value: form.watch(),
    show: (input) => form.reset(input, { keepDefaultValues: true }),
    isSaving: create.isPending,
  })
  const { errors, isSubmitted } = form.formState
  const hasFieldErrors = create.error instanceof ApiError && Object.keys(create.error.fields).length > 0

  function submit(input: KeyInput) {
    const saving = create.mutateAsync(asNewKey(input, new Date()), {
      onSuccess: ({ data }) => onCreated(data.key),
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        for (const [field, messages] of fields)
          form.setError(
            pathOf(field) as Path<KeyInput>,
            { message: messages.join(' ') },
            { shouldFocus: true },
          )
      },
    })
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {hasFieldErrors ? null : <QueryErrorMessage error={create.error} />}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={t('name')} hint={t('nameHint')} error={errors.name?.message}>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label={t('lifetime')} error={errors.lifetime?.message}>
          <Select {...form.register('lifetime')}>
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {lifetimeText(t, days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Scopes
        value={form.watch('scopes')}
        onChange={(scopes) => form.setValue('scopes', scopes, { shouldValidate: isSubmitted })}
        error={errors.scopes?.message}
      />
      <Field label={t('addresses')} optional hint={t('addressesHint')} error={errors.addresses?.message}>
        <Textarea
          rows={2}
          spellCheck={false}
          className="min-h-16 font-mono text-sm"
          {...form.register('addresses')}
        />
      </Field>
      <Switch
        label={t('testMode')}
        hint={t('testModeHint')}
        checked={form.watch('testMode')}
        onChange={(testMode) => form.setValue('testMode', testMode)}
      />
      <Button type="submit" variant="primary" busy={create.isPending} className="self-end">
        {t('submit')}
      </Button>
    </form>
  )
}
