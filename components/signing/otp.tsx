'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { fill, fillPlural } from './fill.ts'
import { formatError } from './notice.tsx'
import { sendCode, verifyCode } from './session/calls.ts'
import { useSigningSession } from './session/context.ts'
import { waitText } from './wait-text.ts'

const SECONDS_BETWEEN_SENDS = 30

/** Sends and confirms a one-time code: one input for six digits, which phones can fill automatically. */
export function Otp({ onVerified }: { onVerified: () => Promise<unknown> }) {
  const { token, signing, t } = useSigningSession()
  const [isSent, setSent] = useState(false)
  /** Seconds until another code can be sent. */
  const [wait, setWait] = useState(0)
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<'send' | 'verify' | null>(null)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const email = signing.signer.email

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  useEffect(() => {
    if (isSent) codeInput.current?.focus()
  }, [isSent])

  async function send() {
    setPending('send')
    setFieldError(null)
    try {
      await sendCode(token)
      setSent(true)
      setCode('')
      setWait(SECONDS_BETWEEN_SENDS)
    } catch (error) {
      setFieldError(codeErrorMessage(error, 'send'))
    }
    setPending(null)
  }

  async function verify(digits: string) {
    if (digits.length !== 6) return setFieldError(t.otpShort)
    setPending('verify')
    setFieldError(null)
    try {
      await verifyCode(token, digits)
      await onVerified()
    } catch (error) {
      setFieldError(codeErrorMessage(error, 'verify'))
      setCode('')
      codeInput.current?.focus()
    }
    setPending(null)
  }

  function codeErrorMessage(error: unknown, step: 'send' | 'verify'): string | null {
    if (!(error instanceof ApiError)) return formatError(error, t)
    if (error.status === 429) {
      setSent(true)
      const seconds = error.retryAfterSeconds ?? SECONDS_BETWEEN_SENDS
      setWait(seconds)
      // A code that was just sent, for example before a reload, is still valid.
      return step === 'send' && seconds <= SECONDS_BETWEEN_SENDS ? null : t.otpTooMany
    }
    if (error.code !== 'invalid_code') return formatError(error, t)
    const attemptsLeft = error.attemptsLeft
    if (attemptsLeft === null || attemptsLeft === 0) return t.otpUsedUp
    return fillPlural(t.otpWrong, { count: attemptsLeft }, t)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void verify(code)
  }

  return (
    <section
      aria-labelledby="otp-title"
      className="self-start rounded-lg border border-rule bg-card p-5 shadow-lift sm:max-w-xl sm:p-8"
    >
      <h2 id="otp-title" className="heading text-xl">
        {t.otpTitle}
      </h2>
      <p className="mt-2 text-ink-soft" role="status">
        {fill(isSent ? t.otpSent : t.otpWhy, { email })}
      </p>
      {isSent ? (
        <form onSubmit={onSubmit} className="mt-5" noValidate>
          <label htmlFor="otp-code" className="block text-sm font-medium">
            {t.otpLabel}
          </label>
          <input
            ref={codeInput}
            id="otp-code"
            value={code}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, 6)
              setCode(digits)
              if (digits.length === 6 && digits !== code) void verify(digits)
            }}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-describedby={fieldError ? 'otp-error' : undefined}
            aria-invalid={fieldError ? true : undefined}
            className="figures mt-1.5 h-14 w-full rounded-md border border-rule-strong bg-card px-4 text-center font-mono text-2xl tracking-[0.4em] focus:border-accent focus:-outline-offset-1 focus:outline-2 focus:outline-accent aria-invalid:border-danger sm:max-w-72"
          />
          <ErrorText message={fieldError} />
          <div className="mt-5 flex flex-col gap-3 sm:flex-row">
            <Button type="submit" variant="primary" size="lg" busy={pending === 'verify'}>
              {t.otpConfirm}
            </Button>
            <Button variant="quiet" size="lg" busy={pending === 'send'} disabled={wait > 0} onClick={send}>
              {wait > 0 ? fill(t.otpAgainIn, { wait: waitText(wait, t) }) : t.otpAgain}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <ErrorText message={fieldError} />
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
    </section>
  )
}

function ErrorText({ message }: { message: string | null }) {
  return (
    <p id="otp-error" role="alert" className="mt-2 text-sm text-danger empty:hidden">
      {message}
    </p>
  )
}
