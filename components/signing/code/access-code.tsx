'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { withCleanText } from '#components/ui/form/clean-input.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { joinSentences } from '#lib/messages/fill'
import type { SigningTexts } from '#lib/messages/signing'
import { fill, fillPlural } from '../fill.ts'
import { formatError } from '../notice.tsx'
import { verifyCode } from '../session/calls.ts'
import { CodeError, CodePanel } from './code-panel.tsx'
import type { CodeProps } from './code-props.ts'

/** The access code that was agreed on with the sender, and what to do once it is locked. */
export function AccessCode({ token, signing, t, onVerified }: CodeProps) {
  const { sender } = signing.process
  const { locked } = signing.otp
  const [isLocked, setLocked] = useState(locked)
  // The sender has given another code, or it was locked on another device.
  useEffect(() => setLocked(locked), [locked])
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** An error, or `empty`; its text is that of the language that is shown. */
  const [failure, setFailure] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setFailure('empty')
    setBusy(true)
    setFailure(null)
    try {
      await verifyCode(token, code)
      await onVerified()
    } catch (error) {
      if (isLockedBy(error)) {
        setLocked(true)
        onVerified().catch(setFailure)
      }
      setFailure(error)
      input.current?.select()
    }
    setBusy(false)
  }

  const error = failure === null ? null : describeFailure(failure, t)
  if (isLocked)
    return (
      <CodePanel title={t.accessCodeLockedTitle} text={fill(t.accessCodeLockedText, { sender: sender.name })}>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row sideways:mt-3">
          <Button variant="primary" size="lg" onClick={() => setLocked(false)}>
            {t.accessCodeNew}
          </Button>
          <a className="button button-lg button-quiet" href={`mailto:${encodeURIComponent(sender.email)}`}>
            {fill(t.accessCodeAsk, { sender: sender.name })}
          </a>
        </div>
      </CodePanel>
    )
  return (
    <CodePanel title={t.accessCodeTitle} text={fill(t.accessCodeWhy, { sender: sender.name })}>
      <form inert={!isHydrated} onSubmit={onSubmit} className="mt-6 sideways:mt-2" noValidate>
        <label htmlFor="access-code" className="block text-sm font-medium">
          {t.accessCodeLabel}
        </label>
        <input
          ref={input}
          id="access-code"
          value={code}
          onChange={withCleanText((event) => setCode(event.target.value))}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={error ? 'otp-error' : 'access-code-hint'}
          aria-invalid={error ? true : undefined}
          className="input mt-2 h-14 max-w-md text-lg sideways:mt-1 sideways:h-12"
        />
        <CodeError message={error} />
        {error === null ? (
          <p id="access-code-hint" className="mt-2 text-sm text-ink-soft">
            {t.accessCodeHint}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-6 w-full sm:w-auto sideways:mt-2"
          busy={isBusy}
        >
          {t.accessCodeOpen}
        </Button>
      </form>
    </CodePanel>
  )
}

function isLockedBy(error: unknown): boolean {
  return error instanceof ApiError && (error.reason === 'access_code_locked' || error.attemptsLeft === 0)
}

function describeFailure(failure: unknown, t: SigningTexts): string {
  if (failure === 'empty') return t.accessCodeEmpty
  if (!(failure instanceof ApiError) || failure.code !== 'invalid_code') return formatError(failure, t)
  return joinSentences([t.accessCodeWrong, fillPlural(t.otpLeft, { count: failure.attemptsLeft ?? 0 }, t)], t)
}
