'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { withCleanText } from '#components/ui/form/clean-input.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SigningTexts } from '#lib/messages/signing'
import { confirmSignature, requestConfirmationCode } from '../session/calls.ts'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import type { ConfirmationStep } from './confirmation-step.ts'

/** What the provider asks for; it leaves this page only with the request, and no browser is to remember it. */
export function ConfirmationForm({ token, confirmation, provider, t, onChanged }: ConfirmationStep) {
  const { inputs, any_input: isAny, failure } = confirmation
  const [values, setValues] = useState<Record<string, string>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const given = inputs.flatMap(({ id }) => (values[id] ? [{ id, value: values[id] }] : []))
  const confirm = useMutation({
    mutationFn: () => confirmSignature(token, given),
    onSettled: async () => {
      setValues({})
      await onChanged()
      form.current?.querySelector('input')?.focus()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const isComplete = isAny ? given.length > 0 : given.length === inputs.length
    setIncomplete(!isComplete)
    if (isComplete) confirm.mutate()
  }

  return (
    <form ref={form} inert={!isHydrated} onSubmit={submit} noValidate>
      <ConfirmationNotice
        failure={confirm.isPending ? null : failure}
        error={confirm.error}
        provider={provider}
        t={t}
      />
      {isAny && inputs.length > 1 ? <p className="mt-6 text-ink-soft">{t.confirmAny}</p> : null}
      <div className="mt-6 flex flex-col gap-5 sideways:mt-3 sideways:gap-3">
        {inputs.map((input) => (
          <ConfirmationInput
            key={input.id}
            token={token}
            input={input}
            value={values[input.id] ?? ''}
            isMissing={isIncomplete && !values[input.id]}
            t={t}
            onChange={(value) => setValues((before) => ({ ...before, [input.id]: value }))}
            onFailed={onChanged}
          />
        ))}
      </div>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {isIncomplete ? t.confirmMissing : null}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-6 w-full sm:w-auto sideways:mt-3"
        busy={confirm.isPending}
      >
        {t.confirmSubmit}
      </Button>
    </form>
  )
}

interface ConfirmationInputProps {
  token: string
  input: ConfirmationStep['confirmation']['inputs'][number]
  value: string
  isMissing: boolean
  t: SigningTexts
  onChange: (value: string) => void
  onFailed: () => Promise<unknown>
}

/** One PIN, password or code, in the words of the provider. */
function ConfirmationInput({
  token,
  input,
  value,
  isMissing,
  t,
  onChange,
  onFailed,
}: ConfirmationInputProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const code = useMutation({
    mutationFn: () => requestConfirmationCode(token, input.id),
    onSuccess: () => field.current?.focus(),
    onError: onFailed,
  })
  const hint = code.isSuccess ? (code.data.challenge ?? t.confirmSent) : input.description
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium">
        {input.label ?? t.confirmLabel}
      </label>
      <div className="mt-2 flex flex-col gap-3 sm:flex-row">
        <input
          ref={field}
          id={id}
          type={input.code_sent ? 'text' : 'password'}
          value={value}
          onChange={withCleanText((event) => onChange(event.target.value))}
          maxLength={1024}
          inputMode={input.numeric ? 'numeric' : undefined}
          autoComplete={input.code_sent ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={isMissing || undefined}
          className="input h-14 max-w-md text-lg sideways:h-12"
        />
        {input.code_sent ? (
          <Button variant="quiet" size="lg" busy={code.isPending} onClick={() => code.mutate()}>
            {t.confirmSend}
          </Button>
        ) : null}
      </div>
      <p id={`${id}-hint`} role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {hint}
      </p>
    </div>
  )
}
