'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { fill, fillPlural } from '../fill.ts'
import { formatError } from '../notice.tsx'
import { sendCode, verifyCode } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import { waitText } from '../wait-text.ts'
import { Attempts, getAttemptsId } from './attempts.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeError, CodePanel } from './code-panel.tsx'

const SECONDS_BETWEEN_SENDS = 30

/** Sends and confirms a one-time code. */
export function OneTimeCode({ onVerified }: { onVerified: () => Promise<unknown> }) {
  const { token, signing, t } = useSigningSession()
  const { otp } = signing
  const [isSent, setSent] = useState(otp.code_sent)
  /** Seconds until another code can be sent. */
  const [wait, setWait] = useState(otp.next_code_seconds)
  const [attemptsLeft, setAttemptsLeft] = useState(otp.attempts_left)
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<'send' | 'verify' | null>(null)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const codeInput = useRef<HTMLInputElement>(null)

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
      setAttemptsLeft(null)
      setWait(SECONDS_BETWEEN_SENDS)
      codeInput.current?.focus()
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
    setAttemptsLeft(error.attemptsLeft)
    if (!error.attemptsLeft) return t.otpUsedUp
    return fillPlural(t.otpWrong, { count: error.attemptsLeft }, t)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void verify(code)
  }

  return (
    <CodePanel title={t.otpTitle} text={describeSending(otp, isSent, t)}>
      {isSent ? (
        <form onSubmit={onSubmit} className="mt-6 sideways:mt-3" noValidate>
          <label htmlFor="otp-code" className="block text-sm font-medium">
            {t.otpLabel}
          </label>
          <CodeBoxes
            input={codeInput}
            id="otp-code"
            value={code}
            onChange={(digits) => {
              setCode(digits)
              setFieldError(null)
              if (digits.length === 6 && digits !== code) void verify(digits)
            }}
            describedBy={fieldError ? 'otp-error' : getAttemptsId(attemptsLeft)}
            isInvalid={fieldError !== null}
            isBusy={pending === 'verify'}
          />
          <CodeError message={fieldError} />
          {fieldError === null ? <Attempts left={attemptsLeft} /> : null}
          <div className="mt-6 flex flex-col gap-3 sm:flex-row sideways:mt-3">
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

function describeSending(
  { method, destination }: { method: string | null; destination: string | null },
  isSent: boolean,
  t: SigningTexts,
): string {
  const place = destination ?? ''
  if (method === 'sms') return fill(isSent ? t.otpSentSms : t.otpWhySms, { phone: place })
  return fill(isSent ? t.otpSent : t.otpWhy, { email: place })
}
