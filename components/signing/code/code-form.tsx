import { type RefObject, useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import { waitText } from '../wait-text.ts'
import { Attempts, getAttemptsId } from './attempts.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeError } from './code-panel.tsx'

interface CodeFormProps {
  id: string
  input: RefObject<HTMLInputElement | null>
  code: string
  error: string | null
  pending: 'send' | 'check' | null
  /** Seconds until another code can be sent. */
  wait: number
  /** Null where they are not known. */
  attemptsLeft: number | null
  className: string
  t: SigningTexts
  onChange: (digits: string) => void
  /** Gets the digits that are submitted, and six as soon as they are there. */
  onCheck: (digits: string) => void
  onSend: () => void
}

/** Where a code that was sent is entered, or another one requested; the input gets the focus. */
export function CodeForm({
  id,
  input,
  code,
  error,
  pending,
  wait,
  attemptsLeft,
  className,
  t,
  onChange,
  onCheck,
  onSend,
}: CodeFormProps) {
  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) input.current?.focus()
  }, [isHydrated, input])
  return (
    <form
      inert={!isHydrated}
      onSubmit={(event) => {
        event.preventDefault()
        onCheck(code)
      }}
      className={className}
      noValidate
    >
      <label htmlFor={id} className="block text-sm font-medium">
        {t.otpLabel}
      </label>
      <CodeBoxes
        input={input}
        id={id}
        value={code}
        onChange={(digits) => {
          onChange(digits)
          if (digits.length === 6 && digits !== code) onCheck(digits)
        }}
        describedBy={error ? 'otp-error' : getAttemptsId(attemptsLeft)}
        isInvalid={error !== null}
        isBusy={pending === 'check'}
      />
      <CodeError message={error} />
      {error === null ? <Attempts left={attemptsLeft} t={t} /> : null}
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sideways:mt-2 sideways:flex-row">
        <Button type="submit" variant="primary" size="lg" busy={pending === 'check'}>
          {t.otpConfirm}
        </Button>
        <Button
          variant="quiet"
          size="lg"
          // When the next code can be sent is to be read.
          className="aria-disabled:text-ink-soft aria-disabled:opacity-100"
          busy={pending === 'send'}
          unavailable={wait > 0}
          onClick={onSend}
        >
          {wait > 0 ? fill(t.otpAgainIn, { wait: waitText(wait, t) }) : t.otpAgain}
        </Button>
      </div>
    </form>
  )
}
