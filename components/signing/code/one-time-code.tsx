'use client'

import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { sendCode, verifyCode } from '../session/calls.ts'
import { CodeForm } from './code-form.tsx'
import { CodeError, CodePanel } from './code-panel.tsx'
import type { CodeProps } from './code-props.ts'
import { describeFailure, describeSending, isRefused } from './code-texts.ts'
import { SECONDS_BETWEEN_SENDS, useCountdown } from './use-countdown.ts'

/** Sends and confirms a one-time code. */
export function OneTimeCode({ token, signing, t, onVerified }: CodeProps) {
  const { otp } = signing
  const [isSent, setSent] = useState(otp.code_sent)
  /** Seconds until another code can be sent. */
  const [wait, setWait] = useCountdown(otp.next_code_seconds)
  const [attemptsLeft, setAttemptsLeft] = useState(otp.attempts_left)
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<'send' | 'check' | null>(null)
  /** An error, or `short`; its text is that of the language that is shown. */
  const [failure, setFailure] = useState<unknown>(null)
  const codeInput = useRef<HTMLInputElement>(null)

  // After a correction by the sender the code is no longer valid.
  useEffect(() => (otp.code_sent ? undefined : setSent(false)), [otp.code_sent])

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

  async function check(digits: string) {
    if (digits.length !== 6) return setFailure('short')
    setPending('check')
    setFailure(null)
    try {
      await verifyCode(token, digits)
      await onVerified()
    } catch (error) {
      handleFailure(error, 'check')
      if (isRefused(error)) setCode('')
      codeInput.current?.focus()
    }
    setPending(null)
  }

  function handleFailure(error: unknown, step: 'send' | 'check') {
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

  const error = failure === null ? null : describeFailure(failure, t)
  return (
    <CodePanel title={t.otpTitle} text={describeSending(otp, isSent, t)}>
      {isSent ? (
        <CodeForm
          {...{ code, error, pending, wait, attemptsLeft, t }}
          id="otp-code"
          input={codeInput}
          className="mt-6 sideways:mt-2"
          onChange={(digits) => {
            setCode(digits)
            setFailure(null)
          }}
          onCheck={check}
          onSend={send}
        />
      ) : (
        <>
          <CodeError message={error} />
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
