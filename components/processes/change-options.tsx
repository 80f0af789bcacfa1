'use client'

import { type FormEvent, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeOptions } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/choice.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Textarea } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

const DEFAULT_REMINDER_DAYS = 3

/** The button and dialog that change the message, the expiry and the reminders of a process that was sent. */
export function ChangeOptions({ process }: { process: ProcessRecord }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Change
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Change the options"
        description="The message is shown in invitations and reminders from now on."
      >
        <OptionsForm process={process} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function OptionsForm({ process, onDone }: { process: ProcessRecord; onDone: () => void }) {
  const { options } = process
  const [message, setMessage] = useState(options.message ?? '')
  const [days, setDays] = useState(String(options.expires_in_days))
  const [reminderDays, setReminderDays] = useState(options.reminder_days)
  const change = useChangeOptions(process.id)
  const showToast = useToast()
  const errors = change.error instanceof ApiError ? change.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(
      { message: message.trim() || null, expires_in_days: Number(days), reminder_days: reminderDays },
      {
        onSuccess: () => {
          onDone()
          showToast('The options are saved.')
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {Object.keys(errors).length > 0 ? null : <QueryErrorMessage error={change.error} />}
      <Field label="Message" optional error={errors['options.message']?.join(' ')}>
        <Textarea
          rows={3}
          maxLength={5000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Field
        label="Days to sign"
        hint="Counted from the day of sending."
        error={errors['options.expires_in_days']?.join(' ')}
      >
        <Input
          type="number"
          min={1}
          max={365}
          className="max-w-28"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </Field>
      <Switch
        label="Send reminders to signers who have not signed"
        checked={reminderDays !== null}
        onChange={(checked) => setReminderDays(checked ? DEFAULT_REMINDER_DAYS : null)}
      />
      {reminderDays === null ? null : (
        <Field label="Days between reminders" error={errors['options.reminder_days']?.join(' ')}>
          <Input
            type="number"
            min={1}
            max={90}
            className="max-w-28"
            value={reminderDays}
            onChange={(event) => setReminderDays(Number(event.target.value))}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={change.isPending} className="self-end">
        Save
      </Button>
    </form>
  )
}
