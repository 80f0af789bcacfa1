'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeOptions } from '#components/processes/queries.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

const DEFAULT_REMINDER_DAYS = 3

/** The button and dialog that change the message, the expiry and the reminders of a sent process. */
export function ChangeOptions({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.options')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('title')} description={t('text')}>
        <OptionsForm process={process} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function OptionsForm({ process, onDone }: { process: ProcessRecord; onDone: () => void }) {
  const t = useTranslations('processes.options')
  const tCommon = useTranslations('common')
  const { options } = process
  const savedInput = {
    message: options.message ?? '',
    expiresInDays: String(options.expires_in_days),
    reminderDays: options.reminder_days,
  }
  const [input, setInput] = useState(savedInput)
  const { message, expiresInDays, reminderDays } = input
  const change = useChangeOptions(process.id)
  const draft = useFormDraft({
    name: `options of process ${process.id}`,
    start: savedInput,
    value: input,
    show: setInput,
    isSaving: change.isPending,
  })
  const showToast = useToast()
  const errors = change.error instanceof ApiError ? change.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    const saving = change.mutateAsync(
      {
        message: message.trim() || null,
        expires_in_days: Number(expiresInDays),
        reminder_days: reminderDays,
      },
      {
        onSuccess: () => {
          onDone()
          showToast(t('done'))
        },
      },
    )
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {Object.keys(errors).length > 0 ? null : <QueryErrorMessage error={change.error} />}
      <Field label={t('message')} optional error={errors['options.message']?.join(' ')}>
        <Textarea
          rows={3}
          maxLength={5000}
          value={message}
          onChange={(event) => setInput({ ...input, message: event.target.value })}
        />
      </Field>
      <Field
        label={t('daysToSign')}
        hint={t('daysToSignFrom')}
        error={errors['options.expires_in_days']?.join(' ')}
      >
        <Input
          type="number"
          min={1}
          max={365}
          className="max-w-28"
          value={expiresInDays}
          onChange={(event) => setInput({ ...input, expiresInDays: event.target.value })}
        />
      </Field>
      <Switch
        label={t('reminders')}
        checked={reminderDays !== null}
        onChange={(checked) => setInput({ ...input, reminderDays: checked ? DEFAULT_REMINDER_DAYS : null })}
      />
      {reminderDays === null ? null : (
        <Field label={t('reminderDays')} error={errors['options.reminder_days']?.join(' ')}>
          <Input
            type="number"
            min={1}
            max={90}
            className="max-w-28"
            value={reminderDays}
            onChange={(event) => setInput({ ...input, reminderDays: Number(event.target.value) })}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={change.isPending} className="self-end">
        {tCommon('save')}
      </Button>
    </form>
  )
}
