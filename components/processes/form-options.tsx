'use client'

import { Controller, useFormContext, useWatch } from 'react-hook-form'
import type { ProcessForm } from '#components/processes/form-model.ts'
import { Switch } from '#components/ui/choice.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Textarea } from '#components/ui/input.tsx'
import { withValue } from '#components/ui/with-value.ts'

const switches = [
  {
    name: 'otp',
    label: 'Require a one-time code',
    hint: 'Signers enter a six-digit code sent to their email before they sign.',
  },
  {
    name: 'notifications',
    label: 'Send emails',
    hint: 'Invitations and the signed copy. If off, you share the links through the API.',
  },
  { name: 'reminders', label: 'Send reminders to signers who have not signed', hint: null },
] as const

/** The message and the options of a process. */
export function FormOptions() {
  const { control, formState, ...form } = useFormContext<ProcessForm>()
  const register = withValue(form)
  const reminders = useWatch({ control, name: 'reminders' })
  const { errors } = formState
  return (
    <div className="flex flex-col gap-6">
      <Field label="Message" optional hint="Shown in the invitation." error={errors.message?.message}>
        <Textarea rows={3} {...register('message')} />
      </Field>
      <div className="flex flex-col gap-4">
        {switches.map(({ name, label, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <Switch label={label} hint={hint} checked={field.value} onChange={field.onChange} />
            )}
          />
        ))}
        {reminders ? (
          <Field
            label="Days between reminders"
            error={errors.reminderDays?.message}
            className="ml-12 max-w-48"
          >
            <Input type="number" min={1} max={90} {...register('reminderDays', { valueAsNumber: true })} />
          </Field>
        ) : null}
      </div>
      <Field
        label="Days to sign"
        hint="From the day of sending; then the process expires."
        error={errors.expiresInDays?.message}
        className="max-w-md"
      >
        <Input
          type="number"
          min={1}
          max={365}
          className="max-w-28"
          {...register('expiresInDays', { valueAsNumber: true })}
        />
      </Field>
    </div>
  )
}
