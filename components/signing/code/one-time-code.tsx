'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { fill } from '../fill.ts'
import { sendCode, verifyCode } from '../session/calls.ts'
import { waitText } from '../wait-text.ts'
import { Attempts, getAttemptsId } from './attempts.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeError, CodePanel } from './code-panel.tsx'
import type { CodeProps } from './code-props.ts'
import { describeFailure, describeSending, isRefused } from './code-texts.ts'

const SECONDS_BETWEEN_SENDS = 30

/** Sends and confirms a one-time code. */
export function OneTimeCode({ token, signing, t, onVerified }: CodeProps) {
  const { otp } = signing
  const [isSent, setSent] = useState(otp.code_sent)
  /** Seconds until another code can be sent. */
  const [wait, setWait] = useState(otp.next_code_seconds)
  const [attemptsLeft, setAttemptsLeft] = useState(otp.attempts_left)
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<'send' | 'verify' | null>(null)
  /** An error, or `short`; its text is that of the language that is shown. */
  const [failure, setFailure] = useState<unknown>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  // After a correction by the sender the code is no longer valid.
  useEffect(() => (otp.code_sent ? undefined : setSent(false)), [otp.code_sent])

  useEffect(() => {
    if (isSent && isHydrated) codeInput.current?.focus()
  }, [isSent, isHydrated])

  async function send() {
    setPending('send')
    setFailure(null)
    try {
      await sendCode(token)
      setSent(true)
      setCode('')
      setAttemptsLeft(null)
      setWait(SECONDS_BETWEEN_SENDS)
      codeInput.current?.focus()
    } catch (error) {
      handleFailure(error, 'send')
    }
    setPending(null)
  }

  async function verify(digits: string) {
    if (digits.length !== 6) return setFailure('short')
    setPending('verify')
    setFailure(null)
    try {
      await verifyCode(token, digits)
      await onVerified()
    } catch (error) {
      handleFailure(error, 'verify')
      if (isRefused(error)) setCode('')
      codeInput.current?.focus()
    }
    setPending(null)
  }

  function handleFailure(error: unknown, step: 'send' | 'verify') {
    setFailure(error)
    if (!(error instanceof ApiError)) return
    if (error.status === 429) {
      setSent(true)
      const seconds = error.retryAfterSeconds ?? SECONDS_BETWEEN_SENDS
      setWait(seconds)
      codeInput.current?.focus()
      // A code that was just sent, for example before a reload, is still valid.
      if (step === 'send' && seconds <= SECONDS_BETWEEN_SENDS) setFailure(null)
    } else if (error.code === 'invalid_code') setAttemptsLeft(error.attemptsLeft)
  }
  const fieldError = failure === null ? null : describeFailure(failure, t)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void verify(code)
  }

  return (
    <CodePanel title={t.otpTitle} text={describeSending(otp, isSent, t)}>
      {isSent ? (
        <form inert={!isHydrated} onSubmit={onSubmit} className="mt-6 sideways:mt-2" noValidate>
          <label htmlFor="otp-code" className="block text-sm font-medium">
            {t.otpLabel}
          </label>
          <CodeBoxes
            input={codeInput}
            id="otp-code"
            value={code}
            onChange={(digits) => {
              setCode(digits)
              setFailure(null)
              if (digits.length === 6 && digits !== code) void verify(digits)
            }}
            describedBy={fieldError ? 'otp-error' : getAttemptsId(attemptsLeft)}
            isInvalid={fieldError !== null}
            isBusy={pending === 'verify'}
          />
          <CodeError message={fieldError} />
          {fieldError === null ? <Attempts left={attemptsLeft} t={t} /> : null}
          <div className="mt-6 flex flex-col gap-3 sm:flex-row sideways:mt-2 sideways:flex-row">
            <Button type="submit" variant="primary" size="lg" busy={pending === 'verify'}>
              {t.otpConfirm}
            </Button>
            <Button
              variant="quiet"
              size="lg"
              // When the next code can be sent is to be read.
              className="aria-disabled:text-ink-soft aria-disabled:opacity-100"
              busy={pending === 'send'}
              unavailable={wait > 0}
              onClick={send}
            >
              {wait > 0 ? fill(t.otpAgainIn, { wait: waitText(wait, t) }) : t.otpAgain}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <CodeError message={fieldError} />
          <Button
            variant="primary"
            size="lg"
            className="mt-5 w-full sm:w-auto"
            busy={pending === 'send'}
            onClick={send}
          >
            {t.otpSend}
          </Button>
        </>
      )}
    </CodePanel>
  )
}
